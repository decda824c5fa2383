/** Collects what several checks throw, so that a start reports all of it and not only the first. */
export class Problems {
  readonly #errors = new Map<string, TypeError>(); // by message: operations of one source report its problems again

  /** Runs a check. Only a TypeError says what is wrong with a declaration: others are thrown at once. */
  collect(check: () => void): void {
    try {
      check();
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      this.#errors.set(error.message, error);
    }
  }

  /** Throws if there are problems: the error itself if there is one, else a list. The cause of the list has the places in the code. */
  throwAll(where: string): void {
    const errors = [...this.#errors.values()];
    if (errors.length === 0) return;
    if (errors.length === 1) throw errors[0];
    const list = errors.map(({ message }, index) => `\n  ${index + 1}. ${message.replaceAll("\n", "\n  ")}`);
    throw new TypeError(`${where}: ${errors.length} problems.${list.join("")}`, { cause: errors });
  }
}
