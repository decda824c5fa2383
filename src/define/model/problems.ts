const KEPT = Symbol("problem");

/** Keeps what is wrong with a part of a declaration in it. By a symbol, because users spread the part into others. */
export function keepProblem<T extends object>(part: T, problem: TypeError | undefined): T {
  return problem === undefined ? part : Object.assign(part, { [KEPT]: problem });
}

export function keptProblem(part: object | undefined): TypeError | undefined {
  return (part as { readonly [KEPT]?: TypeError } | undefined)?.[KEPT];
}

/** What is wrong with a declaration, in one error. @param check Throws it, or collects it. */
export function problemOf(where: string, check: (problems: Problems) => unknown): TypeError | undefined {
  const problems = new Problems();
  problems.collect(() => check(problems));
  return problems.inOne(where);
}

/** Collects what several checks throw, so that a start reports all of it and not only the first. */
export class Problems {
  readonly #errors = new Map<string, TypeError>(); // by message: operations of one source report its problems again

  /** Runs a check. Only a TypeError says what is wrong with a declaration: others are thrown at once. */
  collect<T>(check: () => T): T | undefined {
    try {
      return check();
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      this.add(error);
      return undefined;
    }
  }

  /** Those of a list are added one by one. */
  add(problem: TypeError | undefined): void {
    if (problem === undefined) return;
    const all = Array.isArray(problem.cause) ? (problem.cause as TypeError[]) : [problem]; // the cause of a list that `inOne` made
    for (const each of all) this.#errors.set(each.message, each);
  }

  /** The problem itself if there is one, else a list of them. The cause of the list has the places in the code. */
  inOne(where: string): TypeError | undefined {
    const errors = [...this.#errors.values()];
    if (errors.length < 2) return errors[0];
    const list = errors.map(({ message }, index) => `\n  ${index + 1}. ${message.replaceAll("\n", "\n  ")}`);
    return new TypeError(`${where}: ${errors.length} problems.${list.join("")}`, { cause: errors });
  }

  /** Throws what `inOne` gives, if there is a problem. */
  throwAll(where: string): void {
    const error = this.inOne(where);
    if (error !== undefined) throw error;
  }
}
