/** Milliseconds within which a hub or a context must be there. A client of a database may queue commands for as long as it cannot connect. */
export const LIMIT = 10_000;

/** Something took longer than the limit. */
export class LateError extends Error {}

/**
 * Waits for a hub, or for a context.
 *
 * @param late What did not happen, for the error.
 * @param limit Milliseconds, or `Infinity`.
 * @throws {LateError}
 */
export async function within<T>(late: string, response: PromiseLike<T>, limit = LIMIT): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = new Promise<never>((_, reject) => {
    if (limit !== Number.POSITIVE_INFINITY)
      timer = setTimeout(() => reject(new LateError(`${late} within ${limit / 1000} s.`)), limit);
  });
  try {
    return await Promise.race([response, end]);
  } finally {
    clearTimeout(timer);
  }
}
