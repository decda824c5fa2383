import type { Picker, ReadSource, ReadState } from "./lazy.js";
import { type Document, readDocument } from "../send/document.js";
import { withoutPassword } from "../send/url.js";
import { PageArray } from "./page.js";
import { unexpected, messageIn } from "../errors/response-error.js";
import type { Transport } from "../send/transport.js";
import { META, type RichMeta } from "../../wire/notes/note.js";
import { join } from "./link-rows.js";
import { loadedSuperjson } from "../send/superjson.js";
import { revive } from "../../wire/notes/revive.js";

/** Makes the source of a read. If the read follows a link, `link` is that link, and `urlOf` returns its URL. */
export function sourceOf(
  transport: Transport,
  segments: readonly unknown[],
  query: ReadState,
  expected: Expected,
  pick?: Picker,
  link?: string,
  urlOf = () => transport.urlOf(segments, query),
  // biome-ignore lint/suspicious/noExplicitAny: at run time the client knows no types
): ReadSource<any> {
  const label = () => `GET ${urlOf()}`;
  const source: ReadSource<unknown> = {
    api: transport.name,
    options: transport.options,
    segments,
    query,
    link,
    pick,
    urlOf,
    load: (call) =>
      transport.send({ method: "GET", urlOf, read: (response) => readDocument(response) }, { ...query, ...call }),
    read: (document) => {
      if (!document) return undefined;
      const result = readResult(document, query.include, expected, label, transport.versions);
      if (pick) return pick(result, label, document);
      return Array.isArray(result) ? new PageArray(result, document, source as ReadSource<PageArray<unknown>>) : result; // it reads a list
    },
    at: (given) => {
      const url = urlOf();
      if (typeof given !== "string") throw unexpected("malformed", `${url} answered with a link that is not a text.`);
      const link = withoutPassword(given);
      return sourceOf(transport, segments, query, "many", pick, link, () => transport.follow(link, url));
    },
  };
  return source;
}

/** How many resources a response may contain. Undefined if only the server knows, as on a related path. */
export type Expected = "one" | "many" | undefined;

/**
 * Joins a document, and checks that it contains what the client requested. It depends on its arguments alone, so it can read
 * a cached document again.
 *
 * @param label The request, for messages.
 * @param versions Gets what the document says about versions.
 * @throws {Unexpected} `malformed`, if the document is not the one that the client requested.
 */
export function readResult(
  document: Document,
  include: readonly string[] | undefined,
  expected: Expected,
  label: () => string,
  versions?: object,
) {
  try {
    if (versions) Object.assign(versions, (document.meta?.[META] as RichMeta | undefined)?.versions); // what a server sends there otherwise has no versions
    const { result: value } = document;
    if (value) return revive(value.json, value.note, loadedSuperjson);
    const result = join(document, include);
    const shown = Array.isArray(result) ? "many" : result && "one";
    if (expected && shown !== expected) throw new Error(`it contains ${shown ?? "none"}, not ${expected}`);
    return result;
  } catch (cause) {
    throw unexpected("malformed", `The response to ${label()} is malformed: ${messageIn(cause)}.`, { cause });
  }
}
