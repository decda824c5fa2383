import type { ErrorObject } from "./request-error.js";

/** Characters of a message, a pointer or a path, at most: each can hold a name as long as the whole body. */
const LONGEST = 900;

/** A problem of a request, told in a bounded number of characters whatever the request holds. */
export function limitError(problem: ErrorObject): ErrorObject {
  const { detail, source, meta } = problem;
  const pointer = source !== undefined && "pointer" in source ? source.pointer : undefined;
  const path = meta?.path;
  const isLong = detail.length > LONGEST || (pointer !== undefined && pointer.length > LONGEST);
  if (!isLong && !(Array.isArray(path) && textLength(path) > LONGEST)) return problem;
  return {
    ...problem,
    detail: detail.length > LONGEST ? `${detail.slice(0, LONGEST)}…` : detail,
    source: pointer === undefined ? source : { pointer: parentWithin(pointer) },
    meta: Array.isArray(path) ? { ...meta, path: pathWithin(path) } : meta,
  };
}

/** A pointer that is not too long, or the nearest parent whose pointer is not. */
function parentWithin(pointer: string): string {
  if (pointer.length <= LONGEST) return pointer;
  const end = pointer.lastIndexOf("/", LONGEST);
  return pointer.slice(0, Math.max(end, 0));
}

function pathWithin(path: readonly unknown[]): readonly unknown[] {
  let length = 0;
  const end = path.findIndex((key) => {
    length += String(key).length;
    return length > LONGEST;
  });
  return end === -1 ? path : path.slice(0, end);
}

function textLength(path: readonly unknown[]): number {
  let length = 0;
  for (const key of path) length += String(key).length;
  return length;
}
