/** What `fetch` takes as a body; by this name also where the DOM's types are not there. */
export type FetchBody = NonNullable<RequestInit["body"]>;

/** A body, and the headers that describe it; undefined where `fetch` knows from the body what it is. */
export interface OutgoingBody {
  readonly body?: FetchBody;
  readonly about?: Readonly<Record<string, string | undefined>>;
}
