/** The type and id of a resource. An item has one for each related resource that was not included. */
export interface Identifier<TName extends string = string> {
  readonly type: TName;
  readonly id: string;
}
