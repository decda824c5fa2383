import { escapeHtml, Html } from "./html.js";

const TOKENS =
  /("(?:[^"\\\n]|\\.)*")(\s*:)?|('(?:[^'\\\n]|\\.)*')|\b(?:await|const|for|import|from|new|of|type|true|false|null)\b|-?\b\d[\d.]*n?\b/g;

/** Marks the strings, numbers and keywords of JSON and TypeScript. */
export function highlight(code: string): Html {
  let text = "";
  let end = 0;
  for (const match of code.matchAll(TOKENS)) {
    const [token, string, colon, single] = match;
    text += escapeHtml(code.slice(end, match.index));
    if (colon !== undefined) text += escapeHtml(token);
    else text += `<span class="${(string ?? single) === undefined ? "n" : "s"}">${escapeHtml(token)}</span>`;
    end = match.index + token.length;
  }
  return new Html(text + escapeHtml(code.slice(end)));
}
