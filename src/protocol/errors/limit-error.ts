import type { ErrorObject } from "./request-error.js";

/** The maximum length of a message, a pointer or a path. Each can contain a name as long as the whole body. */
const MAX_LENGTH = 900;

/** Shortens an error, so that its size does not depend on the request. */
export function limitError(error: ErrorObject): ErrorObject {
  const { detail, source, meta } = error;
  const pointer = source !== undefined && "pointer" in source ? source.pointer : undefined;
  const path = meta?.path;
  const isLong = detail.length > MAX_LENGTH || (pointer !== undefined && pointer.length > MAX_LENGTH);
  if (!isLong && !(Array.isArray(path) && textLength(path) > MAX_LENGTH)) return error;
  return {
    ...error,
    detail: detail.length > MAX_LENGTH ? `${detail.slice(0, MAX_LENGTH)}…` : detail,
    source: pointer === undefined ? source : { pointer: parentWithin(pointer) },
    meta: Array.isArray(path) ? { ...meta, path: pathWithin(path) } : meta,
  };
}

/** The pointer itself, or that of the nearest parent whose pointer is short enough. */
function parentWithin(pointer: string): string {
  if (pointer.length <= MAX_LENGTH) return pointer;
  const end = pointer.lastIndexOf("/", MAX_LENGTH);
  return pointer.slice(0, Math.max(end, 0));
}

function pathWithin(path: readonly unknown[]): readonly unknown[] {
  let length = 0;
  const end = path.findIndex((key) => {
    length += String(key).length;
    return length > MAX_LENGTH;
  });
  return end === -1 ? path : path.slice(0, end);
}

function textLength(path: readonly unknown[]): number {
  let length = 0;
  for (const key of path) length += String(key).length;
  return length;
}
