import type { z } from "zod";
import { isAnyString } from "./formats.js";
import { type SchemaNode, type Side, childrenOf } from "./node.js";

/** The part of a node that depends on its kind. */
type Content<TNode = SchemaNode> = TNode extends SchemaNode ? Omit<TNode, "schema" | "inCycle"> : never;

const known: Readonly<Record<Side, WeakMap<z.core.$ZodType, SchemaNode>>> = {
  input: new WeakMap(),
  output: new WeakMap(),
};

/**
 * Describes one side of a Zod schema as a graph of plain nodes. Each schema is read once. A schema that contains itself
 * becomes a cycle of nodes.
 *
 * @throws {TypeError} If Zod itself does not have the kind, or if a `z.lazy` returns new schemas without end.
 */
export function schemaNode(schema: z.core.$ZodType, side: Side): SchemaNode {
  const found = known[side].get(schema);
  if (found !== undefined) return found;
  const reader = new SchemaReader(side);
  try {
    const node = reader.node(schema);
    if (reader.meetsItself) markCycles(reader.added);
    return node;
  } catch (error) {
    // The cache must not keep incomplete nodes.
    for (const node of reader.added) known[side].delete(node.schema);
    if (!(error instanceof RangeError)) throw error;
    throw new TypeError(
      "A schema is nested without end, because its z.lazy() returns a new schema each time. Return a schema that is kept in a constant.",
      { cause: error },
    );
  }
}

class SchemaReader {
  /** The nodes that this reader made. */
  readonly added: SchemaNode[] = [];
  /** Whether a schema may contain itself. Only such schemas are searched for cycles. */
  meetsItself = false;
  readonly #side: Side;

  constructor(side: Side) {
    this.#side = side;
  }

  /** Caches a node before it reads the children, so that a cycle ends at the cached node. */
  node(schema: z.core.$ZodType): SchemaNode {
    const found = known[this.#side].get(schema);
    if (found !== undefined) {
      this.meetsItself ||= found.kind === "never"; // true while its children are being read
      return found;
    }
    const node: SchemaNode = { schema, inCycle: false, kind: "never" };
    this.added.push(node);
    known[this.#side].set(schema, node);
    return Object.assign(node, this.#read(schema as z.core.$ZodTypes)); // every kind of Zod's; `#read` throws for others
  }

  #read(schema: z.core.$ZodTypes): Content {
    const { def } = schema._zod;
    const isInput = this.#side === "input";
    switch (def.type) {
      case "string":
        return { kind: "string", coerces: isInput && "coerce" in def && def.coerce === true };
      case "number":
      case "boolean":
      case "bigint":
      case "date":
        return { kind: def.type, coerces: isInput && def.coerce === true };
      case "template_literal":
        return { kind: "string", coerces: false };
      case "null":
      case "undefined":
      case "nan":
        return { kind: def.type, coerces: false };
      case "void":
        return { kind: "undefined", coerces: false };
      case "literal":
      case "enum":
        return { kind: "literal", values: schema._zod.values ?? new Set() };
      case "any":
      case "unknown":
      case "transform":
        return { kind: "open", isCustom: false };
      case "custom": {
        const { Class } = schema._zod.bag as { readonly Class?: abstract new (...args: never) => object }; // z.instanceof() stores it there
        return Class === undefined ? { kind: "open", isCustom: true } : { kind: "instance", class: Class };
      }
      case "success": // accepts any value and returns whether `innerType` accepts it
        return isInput ? { kind: "catch", inner: this.node(def.innerType) } : { kind: "boolean", coerces: false };
      case "never":
        return { kind: "never" };
      case "symbol":
      case "function":
      case "promise":
      case "file":
        return { kind: "unsupported", name: def.type };
      case "array":
        return { kind: "array", element: this.node(def.element) };
      case "set":
        return { kind: "set", element: this.node(def.valueType) };
      case "map":
        return { kind: "map", key: this.node(def.keyType), value: this.node(def.valueType) };
      case "tuple": {
        const items = def.items.map((item) => this.node(item));
        return { kind: "tuple", items, rest: def.rest === null ? undefined : this.node(def.rest) };
      }
      case "object":
        return this.#object(def);
      case "record": {
        const values = def.partial ? undefined : def.keyType._zod.values;
        return {
          kind: "record",
          key: this.node(def.keyType),
          value: this.node(def.valueType),
          keys: values && new Set([...values].map(String)),
          isLoose: def.mode === "loose" && !isAnyString(def.keyType),
        };
      }
      case "union":
        return {
          kind: "union",
          options: def.options.map((option) => this.node(option)),
          declaredTag: "discriminator" in def ? (def as z.core.$ZodDiscriminatedUnionDef).discriminator : undefined,
        };
      case "intersection":
        return { kind: "intersection", left: this.node(def.left), right: this.node(def.right) };
      case "nullable":
      case "optional":
        return { kind: def.type, inner: this.node(def.innerType) };
      case "default":
        return { kind: isInput ? "optional" : "required", inner: this.node(def.innerType) };
      case "prefault":
        return { kind: isInput ? "optional" : "alias", inner: this.node(def.innerType) };
      case "nonoptional":
        return { kind: "required", inner: this.node(def.innerType) };
      case "catch":
        return { kind: isInput ? "catch" : "alias", inner: this.node(def.innerType) };
      case "readonly":
        return { kind: "alias", inner: this.node(def.innerType) };
      case "pipe":
        return { kind: "alias", inner: this.node(isInput ? def.in : def.out) };
      case "lazy":
        return { kind: "alias", inner: this.node((schema as z.core.$ZodLazy)._zod.innerType) };
      default:
        return throwUnknownKind(def);
    }
  }

  #object({ shape, catchall }: z.core.$ZodObjectDef): Content {
    const members = new Map(Object.entries(shape).map(([name, member]) => [name, this.node(member)] as const));
    const isStrict = catchall?._zod.def.type === "never";
    return {
      kind: "object",
      members,
      rest: catchall === undefined || isStrict ? undefined : this.node(catchall),
      isStrict,
    };
  }
}

/** A new kind in a Zod release fails to compile here. A kind that an application added throws. */
function throwUnknownKind(def: never): never {
  const { type } = def as z.core.$ZodTypeDef;
  throw new TypeError(
    `Trestle does not support schemas of the kind "${type}". Use one of Zod's own kinds, or z.custom().`,
  );
}

/**
 * Marks the nodes that are part of a cycle (Tarjan's algorithm). Children outside the list were marked earlier, and never
 * lead back to it.
 */
export function markCycles(nodes: readonly SchemaNode[]): void {
  const among = new Set(nodes);
  const index = new Map<SchemaNode, number>();
  const stack: SchemaNode[] = [];
  const onStack = new Set<SchemaNode>();

  /** Returns the lowest index that a node leads back to. */
  const visit = (node: SchemaNode): number => {
    const position = index.size;
    let lowest = position;
    index.set(node, position);
    stack.push(node);
    onStack.add(node);
    for (const child of childrenOf(node)) {
      if (!among.has(child)) continue;
      if (!index.has(child)) lowest = Math.min(lowest, visit(child));
      else if (onStack.has(child)) lowest = Math.min(lowest, index.get(child) ?? position);
    }
    if (lowest === position) close(node);
    return lowest;
  };

  /** Takes a complete component off the stack. */
  const close = (root: SchemaNode): void => {
    const component = stack.splice(stack.lastIndexOf(root));
    for (const node of component) onStack.delete(node);
    if (component.length === 1 && !childrenOf(root).includes(root)) return;
    for (const node of component) Object.assign(node, { inCycle: true });
  };

  for (const node of nodes) if (!index.has(node)) visit(node);
}
