/** What clients read, of whose types most say nothing. */
export type Untyped = ReturnType<typeof JSON.parse>;
