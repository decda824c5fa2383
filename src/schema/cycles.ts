import { childrenOf, type SchemaNode } from "./node.js";

/**
 * Finds the cycles among nodes (Tarjan's algorithm) and marks the nodes that are in one. Children that are not among the
 * nodes were marked before, and never lead back to them.
 */
export function markCycles(nodes: readonly SchemaNode[]): void {
  const among = new Set(nodes);
  const index = new Map<SchemaNode, number>();
  const stack: SchemaNode[] = [];
  const onStack = new Set<SchemaNode>();

  /** Gives the lowest index that a node leads back to. */
  const visit = (node: SchemaNode): number => {
    const own = index.size;
    let lowest = own;
    index.set(node, own);
    stack.push(node);
    onStack.add(node);
    for (const child of childrenOf(node)) {
      if (!among.has(child)) continue;
      if (!index.has(child)) lowest = Math.min(lowest, visit(child));
      else if (onStack.has(child)) lowest = Math.min(lowest, index.get(child) ?? own);
    }
    if (lowest === own) close(node);
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
