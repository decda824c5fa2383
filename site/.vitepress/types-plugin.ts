import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Plugin } from "vitepress";
import { hoverTexts } from "./code/hovers.js";
import { documents, pages, sourceOf } from "./pages.js";

const fileOf = (page: string): string => `types/${page.replace(/\.md$/, ".json")}`;

/** Writes the hover texts of all pages that were rendered, in one JSON file for each. */
export function writeHoverTexts(outDir: string): void {
  for (const document of documents) {
    const texts = hoverTexts(document);
    const page = pages[document];
    if (texts === undefined || page === undefined) continue;
    const path = join(outDir, fileOf(page));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, texts);
  }
}

/** Serves the same files in development, where nothing is written. */
export function hoverTextsInDevelopment(): Plugin {
  return {
    name: "hover-texts",
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const [, page] = /^\/types\/(.+)\.json/.exec(request.url ?? "") ?? [];
        if (page === undefined) return next();
        response.setHeader("content-type", "application/json").end(hoverTexts(sourceOf(`${page}.md`)) ?? "[]");
      });
    },
  };
}
