/** A `Response` whose JSON body has a known type. */
export interface TypedResponse<T> extends Response {
  json(): Promise<T>;
}

/** The type of the JSON body: `ResultOf<TypedResponse<{ a: 1 }>>` is `{ a: 1 }`, and `ResultOf<Response>` is `unknown`. */
export type JsonBodyOf<R> = R extends TypedResponse<infer T> ? (0 extends 1 & T ? unknown : T) : unknown;
