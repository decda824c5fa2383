/** A `Response` whose JSON body has a known type. */
export interface TypedResponse<T> extends Response {
  json(): Promise<T>;
}

/** What a client's `json()` gives of an rpc's response: the value's type, or unknown where the handler did not say. */
export type ResultOf<R> = R extends TypedResponse<infer T> ? (0 extends 1 & T ? unknown : T) : unknown;
