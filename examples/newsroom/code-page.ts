import { createHash } from "node:crypto";
import { posix } from "node:path";

const REPOSITORY = "https://github.com/OWNER/trestle/blob/main/examples/newsroom";

const STYLE = `
:root { color-scheme: light dark; --ink: light-dark(#1d1c1a, #ecebe6); --muted: light-dark(#625f58, #a5a29a);
  --accent: light-dark(#2451b8, #94b2ff); --good: light-dark(#2f6f4f, #86cfa6); }
body { margin: 0; background: light-dark(#faf9f6, #151514); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 1060px; margin: 0 auto; padding: 24px 16px 64px; }
h1 { margin: 16px 0 4px; font-size: 22px; }
p { margin: 0 0 16px; color: var(--muted); }
a { color: var(--accent); }
nav { display: flex; gap: 4px 24px; flex-wrap: wrap; }
pre { margin: 0; padding: 16px; overflow-x: auto; border: 1px solid light-dark(#e4e1da, #32322f); border-radius: 7px;
  background: light-dark(#ffffff, #1d1d1b); font: 14px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
.comment { color: var(--muted); } .string, .string a { color: var(--good); } .keyword { color: var(--accent); }`;

export const codePolicy = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'; img-src data:; base-uri 'none'; frame-ancestors 'self'`;

/** The files that people can read, and what their lines make. */
const MAKES: Readonly<Record<string, string>> = {
  "articles.ts":
    "t.resource(…) says what an article is: its validation, its description and the client’s types come from it. The routes below are its HTTP API.",
  "users.ts": "One resource of the newsroom: its API, its validation and the client’s types.",
  "categories.ts": "One resource of the newsroom: its API, its validation and the client’s types.",
  "api.ts": "All resources together: the server serves this, and the client takes its types from it.",
  "data.ts": "The resources above read and write their tables by this. The newsroom has no query of its own.",
  "trestle.ts": "The start of every declaration. It says what each handler receives as ctx.",
  "text.ts": "The validation that all texts of the newsroom share.",
  "db/schema.ts": "The tables, as Drizzle declares them.",
};

export const isShown = (name: string): boolean => Object.hasOwn(MAKES, name);

/** A page with a declaration that this server runs, in colours, for who followed a link to it. */
export function codePage(name: string, code: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,">
<title>${name} · Newsroom</title>
<style>${STYLE}</style>
<main>
<nav><a href="/">Back to the newsroom</a><a href="/api/docs">The API that it makes</a><a href="${REPOSITORY}/${name}">On GitHub</a></nav>
<h1>${name}</h1>
<p>${MAKES[name]}</p>
<pre tabindex="0" aria-label="${name}">${inColours(name, code)}</pre>
</main>
</html>
`;
}

const TOKEN =
  /(\/\*[\s\S]*?\*\/|\/\/.*)|("(?:[^"\\\n]|\\.)*")|\b(import|from|export|const|function|return|async|await|as|type|true|false|null)\b/g;

function inColours(name: string, code: string): string {
  let end = 0;
  let html = "";
  for (const { 0: token, 1: comment, 2: text, index } of code.matchAll(TOKEN)) {
    const kind = comment ? "comment" : text ? "string" : "keyword";
    const path = text?.startsWith('".') ? posix.join(posix.dirname(name), text.slice(1, -4)) : "";
    const shown = isShown(`${path}.ts`) ? `<a href="/code/${path}.ts">${toHtml(token)}</a>` : toHtml(token);
    html += `${toHtml(code.slice(end, index))}<span class="${kind}">${shown}</span>`;
    end = index + token.length;
  }
  return html + toHtml(code.slice(end));
}

function toHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
