/** The header of an rpc that describes its body. */
export const RICH_HEADER = "trestle-rich";
