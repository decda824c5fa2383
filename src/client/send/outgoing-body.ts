/** A body for `fetch`. This name also exists without the DOM's types. */
export type FetchBody = NonNullable<RequestInit["body"]>;

/** A body, and the headers that describe it. `fetch` finds a missing header from the body. */
export interface OutgoingBody {
  readonly body?: FetchBody;
  readonly about?: Readonly<Record<string, string | undefined>>;
}
