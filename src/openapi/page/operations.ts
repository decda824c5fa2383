import type { OpenapiDocument, OpenapiOperation } from "../document/document.js";
import { isRecord } from "../document/keywords.js";

/** An operation of a document, with its place in the page. */
export interface ListedOperation {
  readonly path: string;
  readonly method: string;
  readonly operation: OpenapiOperation;
  readonly summary: string;
  readonly anchor: string;
}

/** Operations with the same tag. */
export interface OperationGroup {
  readonly name: string;
  readonly description: string | undefined;
  readonly anchor: string;
  readonly operations: readonly ListedOperation[];
}

const METHODS: ReadonlySet<string> = new Set(["get", "head", "post", "put", "patch", "delete", "options", "trace"]);
const UNTAGGED = "Other";

/** The operations of a document by their first tag, in the order of `tags`. Tags without operations are left out. */
export function groupsOf({ tags, paths }: OpenapiDocument): OperationGroup[] {
  const anchors = new Anchors();
  const groups = new Map<string, ListedOperation[]>(tags.map(({ name }) => [name, []]));
  for (const [path, item] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(item)) {
      // A path of the user's registry may also have `parameters` and other members.
      if (!METHODS.has(method) || !isRecord(operation)) continue;
      const name = operation.tags?.[0] ?? UNTAGGED;
      const anchor = anchors.take(operation.operationId ?? `${method}${path}`);
      const summary = operation.summary ?? path;
      const listed = { path, method, operation, summary, anchor };
      const group = groups.get(name);
      if (group === undefined) groups.set(name, [listed]);
      else group.push(listed);
    }
  }
  const descriptions = new Map(tags.map(({ name, description }) => [name, description]));
  return [...groups].flatMap(([name, operations]) =>
    operations.length === 0
      ? []
      : [{ name, operations, description: descriptions.get(name), anchor: anchors.take(`tag-${name}`) }],
  );
}

/** Names for places in the page, each once. */
class Anchors {
  readonly #taken = new Set<string>();

  take(text: string): string {
    const base = text.replace(/[^A-Za-z0-9_-]+/g, "-");
    let free = base;
    for (let count = 2; this.#taken.has(free); count++) free = `${base}-${count}`;
    this.#taken.add(free);
    return free;
  }
}
