import { childrenOf, type SchemaNode } from "./node.js";

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
