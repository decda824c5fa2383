/**
 * The file name of a part that is JSON, and not a file: the parsers of runtimes give the type of a part only if it has a file name. In its own
 * file, so that a page does not load it at the start.
 */
export const JSON_PART = "trestle:json";
