/** How many connections each caller has. */
export class Places {
  readonly #taken = new Map<string, number>();

  /**
   * Takes a place. Undefined if the caller has as many as the limit.
   *
   * @returns A function that gives the place back. It must be called once.
   */
  take(caller: string, limit: number): (() => void) | undefined {
    const before = this.#taken.get(caller) ?? 0;
    if (before >= limit) return undefined;
    this.#taken.set(caller, before + 1);
    return () => {
      const left = (this.#taken.get(caller) ?? 0) - 1;
      if (left > 0) this.#taken.set(caller, left);
      else this.#taken.delete(caller);
    };
  }
}
