import type { KeyState, ReadKey } from "trestle/query";

/** A query's key in short: "articles list author=3 sort=-title offset=20". Includes and fields are left out. */
export function queryName([, , type, kind, ...rest]: ReadKey): string {
  return [type, kind, ...rest.flatMap((part) => (typeof part === "string" ? part : wordsOf(part)))].join(" ");
}

function wordsOf({ filter, sort, page }: KeyState): string[] {
  const members = Object.entries({ ...filter, ...(typeof page === "object" && page), ...(sort && { sort }) });
  return members.map(([name, value]) => `${name}=${value}`);
}
