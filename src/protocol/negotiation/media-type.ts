import { safeParse } from "fast-content-type-parse";
import { EXTENSION, JSON_API, PROFILE } from "../../wire/json-api.js";
import { ANY_APPLICATION, ANY_TYPE, JSON_TEXT } from "../../wire/media-types.js";
import { quoteShort as cut } from "../text/json-text.js";

/** JSON:API's media type, without or with the extension, or the message of the error. */
export type Negotiated = "plain" | "extended" | { readonly error: string };

/** Whether an Accept header requests the profile. Other profiles are ignored. */
export function asksForProfile(header: string): boolean {
  if (!header.includes(PROFILE)) return false;
  return splitList(header).some((range) => {
    const { type, parameters } = safeParse(range);
    return type === JSON_API && (parameters.profile ?? "").split(" ").includes(PROFILE);
  });
}

const NO_CONTENT_TYPE: Negotiated = { error: `A body needs the header Content-Type: ${JSON_API}.` };

/** Whether a Content-Type is JSON:API's with an extension. */
export function hasExtension(header: string | undefined, extension: string): boolean {
  const { type, parameters } = safeParse(header ?? "");
  return type === JSON_API && (parameters.ext ?? "").split(" ").includes(extension);
}

/**
 * Checks the Content-Type of a request that has a body. Plain JSON is read as JSON:API without an extension: generated clients send it, and
 * the standard asks the sender only. Browsers ask before they send either to another site, but no form type (Fetch, "CORS-safelisted
 * request-header").
 *
 * @param other Another extension that is supported here.
 */
export function negotiateContentType(header: string | undefined, other?: string): Negotiated {
  if (header === JSON_API) return "plain";
  if (header === undefined) return NO_CONTENT_TYPE;
  const { type, parameters } = safeParse(header);
  if (type === JSON_TEXT) return "plain";
  if (type !== JSON_API) return { error: `A body must be of type ${JSON_API} or ${JSON_TEXT}, not ${show(header)}.` };
  return negotiateParameters(parameters, "Content-Type", other);
}

/** Whether a header has JSON:API's media type, with any parameters. */
export function isJsonApi(header: string | undefined): boolean {
  return header === JSON_API || (header !== undefined && safeParse(header).type === JSON_API);
}

/** The media type of a header, without its parameters; empty if it is not valid. */
export function mediaTypeOf(header: string): string {
  return safeParse(header).type;
}

/** The parameters of a header's media type, by their names in lower case; empty if it is not valid. */
export function parametersOf(header: string): Readonly<Record<string, string>> {
  return safeParse(header).parameters;
}

/**
 * Checks a request's Accept header. The response uses the extension only if the header requests it.
 *
 * @param other Another extension that is supported here.
 */
export function negotiateAccept(header: string, other?: string): Negotiated {
  if (header === ANY_TYPE || header.trim() === "") return "plain";
  let best: Negotiated = { error: `This API responds with ${JSON_API}, but Accept: ${show(header)} excludes it.` };
  let bestQuality = 0;
  const ranges = splitList(header).map((range) => safeParse(range));
  // JSON:API 1.1: if Accept contains its media type, one of these instances must match. Wildcards are ignored then.
  const jsonApi = ranges.filter(({ type }) => type === JSON_API);
  for (const { type, parameters } of jsonApi.length > 0 ? jsonApi : ranges) {
    const quality = Number(parameters.q ?? 1) || 0;
    if (quality <= bestQuality) continue;
    const result = negotiateRange(type, parameters, other);
    if (typeof result !== "string") {
      if (result !== undefined && bestQuality === 0) best = result;
      continue;
    }
    best = result;
    bestQuality = quality;
  }
  return best;
}

/**
 * Whether an Accept header prefers plain JSON, which it must name: wildcards stand for JSON:API. At the same quality, JSON:API is preferred
 * if the header names it, too.
 */
export function prefersPlain(header: string | undefined): boolean {
  if (header === undefined) return false;
  let [plain, wildcard, own] = [0, 0, -1];
  let isNamed = false;
  for (const range of splitList(header)) {
    const { type, parameters } = safeParse(range);
    const quality = Number(parameters.q ?? 1) || 0;
    if (type === JSON_TEXT) plain = Math.max(plain, quality);
    else if (type !== JSON_API)
      wildcard = Math.max(wildcard, negotiateRange(type, parameters, undefined) ? quality : 0);
    else {
      isNamed = true;
      if (typeof negotiateRange(type, parameters, undefined) === "string") own = Math.max(own, quality);
    }
  }
  // JSON:API 1.1: if Accept contains its media type, one of these instances must match.
  return plain > 0 && (isNamed ? own >= 0 && plain > own : plain >= wildcard);
}

function negotiateRange(
  type: string,
  parameters: Readonly<Record<string, string>>,
  other: string | undefined,
): Negotiated | undefined {
  if (type === ANY_TYPE || type === ANY_APPLICATION) return "plain";
  if (type !== JSON_API) return undefined;
  const { q: _, ...parts } = parameters;
  return negotiateParameters(parts, "Accept", other);
}

/** `ext` must list known extensions, `profile` is ignored, and other parameters are errors. */
function negotiateParameters(
  parameters: Readonly<Record<string, string>>,
  header: string,
  other: string | undefined,
): Negotiated {
  const supported = other === undefined ? EXTENSION : `${other}, with or without ${EXTENSION}`;
  let extended = false;
  for (const [name, value] of Object.entries(parameters)) {
    if (name === "profile") continue;
    if (name !== "ext")
      return { error: `${header}: ${JSON_API} allows the parameters ext and profile, not ${show(name)}.` };
    for (const uri of value.split(" ")) {
      if (uri === "" || uri === other) continue;
      if (uri !== EXTENSION)
        return { error: `${header}: the extension ${show(uri)} is not supported here. Use ${supported}.` };
      extended = true;
    }
  }
  return extended ? "extended" : "plain";
}

/** Splits a header's list at commas, except in quoted strings. */
function splitList(header: string): string[] {
  return header.match(/(?:[^,"]|"(?:\\.|[^"\\])*"?)+/g) ?? [];
}

/** Media types are long, so messages show more of them than of other values. */
function show(text: string): string {
  return cut(text, 100);
}
