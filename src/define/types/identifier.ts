/** A resource by its type and id: what a relationship shows that was not included. */
export interface Identifier<TName extends string = string> {
  readonly type: TName;
  readonly id: string;
}
