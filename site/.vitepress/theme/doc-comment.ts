/** Makes a paragraph of a doc comment. It joins the lines of the source, and shows text in backticks as code. */
export function docComment(text: string): HTMLElement {
  const joined = text.replace(/\{@link\s+([^\s}|]+)[^}]*\}/g, "`$1`").replace(/(?<!\n)\n(?!\n|\s*[-*] )/g, " ");
  const parts = joined.split(/`([^`]+)`/);
  const paragraph = document.createElement("p");
  paragraph.append(
    ...parts.map((part, index) =>
      index % 2 === 0 ? part : Object.assign(document.createElement("code"), { textContent: part }),
    ),
  );
  return paragraph;
}
