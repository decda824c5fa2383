import { javascriptLanguage, typescriptLanguage } from "@codemirror/lang-javascript";

// The editor's parsers say what code is, so that a call without types needs no compiler to run.

/** The parts of a declaration that give a name to its values. */
const NAMES = /^(VariableDefinition|ObjectPattern|ArrayPattern)$/;
/** What the parsers write for a part that they cannot read. */
const ERROR = "⚠";

/** The body of a function that returns a promise of the code's last value. */
export function bodyOf(javascript: string): string {
  return `async function call() {\n${returning(javascript)}\n}\nreturn call();`;
}

function returning(code: string): string {
  let last = javascriptLanguage.parser.parse(code).topNode.lastChild;
  while (last?.name.endsWith("Comment")) last = last.prevSibling;
  if (last?.name === "ExpressionStatement" && last.firstChild) {
    const { from, to } = last.firstChild;
    return `${code.slice(0, last.from)}return (${code.slice(from, to)});`;
  }
  if (last?.name !== "VariableDeclaration") return code;
  const names: string[] = [];
  for (let part = last.firstChild; part; part = part.nextSibling)
    if (NAMES.test(part.name)) names.push(code.slice(part.from, part.to));
  return `${code}\nreturn ${names.length === 1 && !names[0]?.startsWith("[") ? names[0] : `[${names.join(", ")}]`};`;
}

/** Whether the browser can run the code as it is. `f<string>(x)` is a comparison in JavaScript, so both languages must read the same. */
export function isPlainJavaScript(code: string): boolean {
  const tree = javascriptLanguage.parser.parse(code).toString();
  if (tree.includes(ERROR) || tree !== typescriptLanguage.parser.parse(code).toString()) return false;
  try {
    new Function(bodyOf(code)); // reads it, and runs nothing
    return true;
  } catch {
    return false;
  }
}
