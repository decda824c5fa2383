import { createHash } from "node:crypto";

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
.comment { color: var(--muted); } .string { color: var(--good); } .keyword { color: var(--accent); }`;

export const codePolicy = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'; img-src data:; base-uri 'none'; frame-ancestors 'self'`;

/** What the lines of a file make. */
const MAKES: Readonly<Record<string, string>> = {
  "articles.ts":
    "t.resource(…) says what an article is: its validation, its description and the client’s types come from it. The routes below are its HTTP API.",
  "api.ts": "All resources together: the server serves this, and the client takes its types from it.",
};

/** A page with a declaration that this server runs, in colours, for who followed a link to it. */
export function codePage(name: string, code: string): string {
  const makes = MAKES[name] ?? "One resource of the newsroom: its API, its validation and the client’s types.";
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
<p>${makes}</p>
<pre tabindex="0" aria-label="${name}">${inColours(code)}</pre>
</main>
</html>
`;
}

const TOKEN =
  /(\/\*[\s\S]*?\*\/|\/\/.*)|("(?:[^"\\\n]|\\.)*")|\b(import|from|export|const|function|return|async|await|as|type|true|false|null)\b/g;

function inColours(code: string): string {
  let end = 0;
  let html = "";
  for (const { 0: token, 1: comment, 2: text, index } of code.matchAll(TOKEN)) {
    const kind = comment ? "comment" : text ? "string" : "keyword";
    html += `${toHtml(code.slice(end, index))}<span class="${kind}">${toHtml(token)}</span>`;
    end = index + token.length;
  }
  return html + toHtml(code.slice(end));
}

function toHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
