/** The local ids of a batch: the operation that declares each, and the id that its resource gets. */
export class LocalIds {
  readonly #byType = new Map<string, Map<string, string | undefined>>();

  /** Returns false if the type already has this local id. */
  declare(type: string, lid: string): boolean {
    const known = this.#byType.get(type) ?? new Map<string, string | undefined>();
    if (known.has(lid)) return false;
    this.#byType.set(type, known.set(lid, undefined));
    return true;
  }

  isDeclared(type: string, lid: string): boolean {
    return this.#byType.get(type)?.has(lid) ?? false;
  }

  set(type: string, lid: string, id: string): void {
    this.#byType.get(type)?.set(lid, id);
  }

  /** The id of a resource that was created before. */
  get(type: string, lid: string): string {
    return this.#byType.get(type)?.get(lid) ?? "";
  }
}
