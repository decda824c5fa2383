import { readDocument } from "../send/document.js";
import { PageArray } from "./page.js";
import type { Picker, ReadSource, ReadState } from "./read-source.js";
import { type Expected, readResult } from "./read-result.js";
import { unexpected } from "../errors/unexpected.js";
import type { Transport } from "../send/transport.js";
import { withoutPassword } from "../send/url.js";

/** Makes the source of a read. If the read follows a link, `link` is that link, and `urlOf` returns its URL. */
export function sourceOf(
  transport: Transport,
  segments: readonly unknown[],
  query: ReadState,
  expected: Expected,
  pick?: Picker,
  link?: string,
  urlOf = () => transport.urlOf(segments, query),
  // biome-ignore lint/suspicious/noExplicitAny: as above
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
    load: (call) => transport.send("GET", urlOf, undefined, { ...query, ...call }, readDocument),
    read: (document) => {
      if (!document) return undefined;
      const result = readResult(document, query.include, expected, label, transport.versions);
      if (pick) return pick(result, label, document);
      return Array.isArray(result) ? new PageArray(result, document, source as ReadSource<PageArray<unknown>>) : result;
    },
    at: (given) => {
      const from = urlOf();
      if (typeof given !== "string") throw unexpected("malformed", `${from} answered with a link that is not a text.`);
      const link = withoutPassword(given);
      return sourceOf(transport, segments, query, "many", pick, link, () => transport.follow(link, from));
    },
  };
  return source;
}
