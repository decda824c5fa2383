import fc from "fast-check";
import { EXTENDED, MEDIA_TYPE } from "../support/media-type.js";
import { FILE_ID } from "../support/newsroom/store.js";
import { WRITES } from "./documents.js";
import { mutated } from "./mutate.js";
import type { FuzzRequest } from "./request.js";
import { encoded, headers, parameter, query } from "./wild.js";
import { text } from "./words.js";

const ARTICLES =
  "filter[title][contains]=Zod filter[author]=1 filter[author]=null filter[published]=true filter[category]=1 sort=-title,created_at page[offset]=3 page[limit]=2 include=author include=author.articles,categories fields[articles]=title fields[users]=username fields[articles]=author custom_thing=x";
const FILES =
  "include=owner,tags include=previous.previous filter[bytes][gte]=7 filter[ratio]=0.5 filter[uploaded_at][gte]=2026-01-01 filter[status]=draft filter[version]=2 filter[archived]=null filter[names]=a,b filter[widths]=1,2 filter[limit]=3 sort=name,-uploaded_at fields[files]=name fields[tags]=label";
/** What can be read, and with which parameters. */
const READS: readonly (readonly [path: string, parameters: string])[] = [
  ["/articles", ARTICLES],
  ["/articles/1", "include=author include=author.articles,categories fields[articles]=title fields[users]="],
  ["/articles/4/author", "include=articles fields[users]=email"],
  ["/articles/5/categories", "sort=name fields[categories]=name"],
  ["/articles/1/relationship/author", ""],
  ["/articles/5/relationship/categories", "sort=name"],
  ["/users", "filter[username][contains]=a page=2 fields[users]=username"],
  ["/users/1/articles", ARTICLES],
  ["/users/1/relationship/articles", "page[limit]=2 sort=title"],
  ["/categories", "page=2 sort=-name"],
  ["/categories/2/articles", ARTICLES],
  ["/tags", "sort=a,-b page[after]=blue page[size]=2 fields[tags]="],
  ["/files", FILES],
  [`/files/${FILE_ID}`, FILES],
  [`/files/${FILE_ID}/relationship/tags`, ""],
  ["/constructor", "include=valueOf filter[constructor]=x sort=constructor,-toString fields[constructor]=toString"],
];

/** Parameters that the operation takes, with values that it takes; now and then others. */
function aimedQuery(parameters: string): fc.Arbitrary<string> {
  const aimed = fc.constantFrom(...parameters.split(" ").filter(Boolean), "include=", "page[limit]=1");
  const one = fc.oneof(
    { weight: 12, arbitrary: aimed },
    { weight: 1, arbitrary: fc.tuple(aimed, encoded(text)).map(([taken, text]) => `${taken.split("=")[0]}=${text}`) },
    { weight: 1, arbitrary: parameter },
  );
  return fc.array(one, { maxLength: 3 }).map((parts) => (parts.length === 0 ? "" : `?${parts.join("&")}`));
}

/** Headers that stand in nobody's way, most of them. */
export const friendly = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record(
      { authorization: fc.constant("editor"), accept: fc.constantFrom("*/*", MEDIA_TYPE, EXTENDED) },
      { requiredKeys: [] },
    ),
  },
  { weight: 1, arbitrary: headers },
);

export const reading: fc.Arbitrary<FuzzRequest> = fc
  .constantFrom(...READS)
  .chain(([path, parameters]) =>
    fc.record({
      path: fc.constant(path),
      query: aimedQuery(parameters),
      headers: friendly,
      method: fc.constantFrom("GET", "GET", "GET", "HEAD"),
    }),
  )
  .map(({ path, query, headers, method }) => ({ method, target: `${path}${query}`, headers }));

export const writing: fc.Arbitrary<FuzzRequest> = fc
  .constantFrom(...WRITES)
  .chain(([line, document]) =>
    fc.record({
      line: fc.constant(line),
      body: fc.oneof(
        { weight: 1, arbitrary: fc.constant(document) },
        { weight: 3, arbitrary: mutated(fc.constant(document)) },
      ),
      headers: friendly,
      type: fc.constantFrom(MEDIA_TYPE, EXTENDED),
      query: fc.oneof({ weight: 5, arbitrary: fc.constant("") }, { weight: 1, arbitrary: query }),
    }),
  )
  .map(({ line, body, headers, type, query }) => {
    const [method = "", target = ""] = line.split(" ");
    const sent = Buffer.from(JSON.stringify(body) ?? "");
    return { method, target: `${target}${query}`, headers: { "content-type": type, ...headers }, body: sent };
  });

export const deleting: fc.Arbitrary<FuzzRequest> = fc
  .record({ id: fc.constantFrom("1", "2", "24", "99", "x"), headers: friendly })
  .map(({ id, headers }) => ({ method: "DELETE", target: `/articles/${id}`, headers }));
