/** A request as it is sent. */
export interface FuzzRequest {
  readonly method: string;
  /** Below the mount point, with the query. */
  readonly target: string;
  /** A list is a header that is sent several times. `LAST_TAG` in a value stands for the last ETag of the sequence. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: Buffer | undefined;
}

export const LAST_TAG = "{last-tag}";

/** The value of a header that is sent at most once. */
export function single(headers: FuzzRequest["headers"], name: string): string | undefined {
  const value = headers[name];
  return typeof value === "string" ? value : undefined;
}
