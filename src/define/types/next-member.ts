/** Where the members that are missing from a list begin, in the list of all. */
export interface NextMember {
  /** The number of members before them, for `offsetPage` and `numberPage`. */
  readonly offset?: number | undefined;
  /** The cursor of the last member before them, for `cursorPage`. */
  readonly cursor?: string | undefined;
}
