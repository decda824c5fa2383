/** Up to how many things a look at each costs less than a set or a map of them. */
export const FEW = 8;

/** What came before: a set, but for few things, which are most sets of a request. */
export class Seen<T = unknown> {
  readonly #few: T[] = [];
  #many: Set<T> | undefined;

  /** Takes in a value; false where it was there already. */
  add(value: T): boolean {
    if (this.#many !== undefined) return this.#many.size !== this.#many.add(value).size;
    if (this.#few.includes(value)) return false;
    this.#few.push(value);
    if (this.#few.length > FEW) this.#many = new Set(this.#few);
    return true;
  }
}
