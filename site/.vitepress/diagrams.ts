import type { MarkdownRenderer } from "vitepress";

/** A diagram scrolls in its paragraph if it is wider than the window. So the keyboard must reach the paragraph, as it reaches a block of code. */
export function reachableDiagrams(md: MarkdownRenderer): void {
  md.core.ruler.push("reachable-diagrams", ({ tokens }) => {
    for (const [index, { children }] of tokens.entries()) {
      const isDiagram = children?.some((child) => child.type === "image" && /\.svg$/.test(child.attrGet("src") ?? ""));
      if (isDiagram) tokens[index - 1]?.attrSet("tabindex", "0");
    }
  });
}
