import { safeParse } from "fast-content-type-parse";
import { ANY_APPLICATION, ANY_TYPE, EXTENSION, JSON_API, PROFILE, jsonApiType } from "../../wire/media-types.js";
import { quoteShort as cut } from "../text/shown.js";

// The names by which the pipeline imports them.
export const MEDIA_TYPE = JSON_API;
export const mediaType = jsonApiType;

/** A media type of JSON:API, with the extension or without; or why it is refused. */
export type Negotiated = "plain" | "extended" | { readonly refused: string };

/** Whether an Accept asks for the profile: any other may be ignored. */
export function asksForProfile(header: string | undefined): boolean {
  if (!header?.includes(PROFILE)) return false;
  return splitList(header).some((range) => {
    const { type, parameters } = safeParse(range);
    return type === JSON_API && (parameters.profile ?? "").split(" ").includes(PROFILE);
  });
}

const NO_CONTENT_TYPE: Negotiated = { refused: `A body needs the header Content-Type: ${JSON_API}.` };

/** Judges a request's Content-Type. Only asked where there is a body. */
export function negotiateContentType(header: string | undefined): Negotiated {
  if (header === JSON_API) return "plain";
  if (header === undefined) return NO_CONTENT_TYPE;
  const { type, parameters } = safeParse(header);
  if (type !== JSON_API) return { refused: `A body must be of type ${JSON_API}, not ${show(header)}.` };
  return judgeParameters(parameters, "Content-Type");
}

/** Whether a header names JSON:API's media type, with whatever parameters. */
export function isJsonApi(header: string | undefined): boolean {
  return header !== undefined && safeParse(header).type === JSON_API;
}

/** Whether a header names a media type at all, of whatever kind. */
export function isMediaType(header: string): boolean {
  return safeParse(header).type !== "";
}

/** Judges a request's Accept. The extension is used in the answer only where it is asked for. */
export function negotiateAccept(header: string | undefined): Negotiated {
  if (header === undefined || header === ANY_TYPE || header === JSON_API || header.trim() === "") return "plain";
  let best: Negotiated = { refused: `This API answers ${JSON_API}, which Accept: ${show(header)} excludes.` };
  let bestQuality = 0;
  const ranges = splitList(header).map((range) => safeParse(range));
  // JSON:API 1.1: where its media type is named, one of those instances must do; a wildcard beside them is not asked.
  const own = ranges.filter(({ type }) => type === JSON_API);
  for (const { type, parameters } of own.length > 0 ? own : ranges) {
    const quality = Number(parameters.q ?? 1) || 0;
    if (quality <= bestQuality) continue;
    const judged = judgeRange(type, parameters);
    if (typeof judged !== "string") {
      if (judged !== undefined && bestQuality === 0) best = judged;
      continue;
    }
    best = judged;
    bestQuality = quality;
  }
  return best;
}

function judgeRange(type: string, parameters: Readonly<Record<string, string>>): Negotiated | undefined {
  if (type === ANY_TYPE || type === ANY_APPLICATION) return "plain";
  if (type !== JSON_API) return undefined;
  const { q: _, ...own } = parameters;
  return judgeParameters(own, "Accept");
}

/** `ext` must name extensions that are known; a profile may always be ignored; nothing else is allowed. */
function judgeParameters(parameters: Readonly<Record<string, string>>, header: string): Negotiated {
  let extended = false;
  for (const [name, value] of Object.entries(parameters)) {
    if (name === "profile") continue;
    if (name !== "ext")
      return { refused: `${header}: ${JSON_API} takes the parameters ext and profile, not ${show(name)}.` };
    for (const uri of value.split(" ")) {
      if (uri === "") continue;
      if (uri !== EXTENSION)
        return { refused: `${header}: the extension ${show(uri)} is not supported. ${EXTENSION} is.` };
      extended = true;
    }
  }
  return extended ? "extended" : "plain";
}

/** Splits a header's list at commas, of which quoted strings may hold some. */
function splitList(header: string): string[] {
  return header.match(/(?:[^,"]|"(?:\\.|[^"\\])*"?)+/g) ?? [];
}

/** Media types are long: they are cut later than what else a message shows. */
function show(text: string): string {
  return cut(text, 100);
}
