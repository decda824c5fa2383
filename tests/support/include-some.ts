/** A read of the client with queries of its includes, by path. */
export function includeSome<T>(read: T, queries: object): T {
  return (read as { readonly includeSome: (queries: object) => T }).includeSome(queries); // every read that includes has it
}
