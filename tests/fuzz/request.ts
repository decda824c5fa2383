/** A request as it is sent. */
export interface FuzzRequest {
  readonly method: string;
  /** Below the mount point, with the query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer | undefined;
}
