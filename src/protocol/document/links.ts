import type { OperationSpec } from "../../define/model/operation.js";
import type { OperationKind } from "../../wire/operations.js";

/** Which URLs of a resource are served: links are written exactly where one is. */
export class ResourceLinks {
  readonly #base: string;
  readonly #below: string;
  readonly #kinds: ReadonlySet<string>;
  /** Whether a resource can be got. */
  readonly hasSelf: boolean;

  /** @param base The mount point with the type: `/api/articles`. */
  constructor(base: string, operations: readonly OperationSpec[]) {
    this.#base = base;
    this.#below = `${base}/`;
    this.#kinds = new Set(operations.map(({ info }) => key(info.kind, info.relationship)));
    this.hasSelf = this.#kinds.has("getOne");
  }

  /** The URL of a resource, whether it can be got or not. `id` is percent-encoded. */
  url(id: string): string {
    return this.#below + id;
  }

  /** The URL of a resource, if it can be got. */
  self(id: string): string | undefined {
    return this.hasSelf ? this.#below + id : undefined;
  }

  hasRelationship(name: string): boolean {
    return this.#kinds.has(key("getRelationship", name));
  }

  hasRelated(name: string): boolean {
    return this.#kinds.has(key("getRelated", name));
  }

  /** `/api/articles/1/relationship/author` */
  relationship(id: string, name: string): string {
    return `${this.#base}/${id}/relationship/${encodeURIComponent(name)}`;
  }

  /** `/api/articles/1/author` */
  related(id: string, name: string): string {
    return `${this.#base}/${id}/${encodeURIComponent(name)}`;
  }

  /** What every URL of this resource begins with. */
  get base(): string {
    return this.#base;
  }
}

function key(kind: OperationKind, relationship?: string): string {
  return relationship === undefined ? kind : `${kind} ${relationship}`;
}
