import { readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig, type HeadConfig } from "vitepress";
import { alias } from "../../vitest.config.js";
import { withoutBadges } from "./badges.js";
import { reachableDiagrams } from "./diagrams.js";
import { anchorOf } from "./anchors.js";
import { closedWorkerTexts } from "./closed-workers.js";
import { typedFences } from "./code/fences.js";
import { typeHovers } from "./code/hovers.js";
import { onLog, onwarn } from "./warnings.js";
import { address, repository, repositoryLinks } from "./links.js";
import { writeMarkdownPages } from "./markdown-pages.js";
import { firstParagraph, pageDescription } from "./page-description.js";
import { pages, ROOT } from "./pages.js";
import { playgroundTypesInDevelopment, writePlaygroundTypes } from "./playground-types.js";
import { generatedMarkdown } from "./reference/generated.js";
import { accessibleSearchBox } from "./search-box.js";
import { searchOptions } from "./search.js";
import { listedPages, sidebar } from "./sidebar.js";
import { hoverTextsInDevelopment, writeHoverTexts } from "./types-plugin.js";

const title = "Trestle";
const base = process.env.SITE_BASE ?? "/";
const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { readonly version: string }; // our own file
const description =
  "A TypeScript library for APIs that read and write records. Define a resource with Zod: the HTTP API, its validation, OpenAPI and a typed client follow.";

const unlisted = Object.values(pages).filter(
  (page) => !listedPages.includes(page) && page !== "index.md" && !/^(docs\/decisions\/\d|errors\/)/.test(page),
);
if (unlisted.length > 0) throw new Error(`sidebar.ts does not list ${unlisted.join(", ")}.`);

export default defineConfig({
  title,
  description,
  lang: "en-GB",
  base,
  srcDir: "..",
  ignoreDeadLinks: "localhostLinks", // a reader starts that server
  // Everything but the files in pages.ts.
  srcExclude: [
    "**/node_modules/**",
    "{.*,bench,create-trestle,dist,examples,scripts,skills,src,tests,type-tests}/**",
    "docs/{internals,support,screenshots}/**",
    "site/README.md",
    "{CODE_OF_CONDUCT,CONTRIBUTING,SECURITY}.md",
  ],
  rewrites: Object.fromEntries(Object.entries(pages).filter(([source, page]) => source !== page)),
  cleanUrls: true,
  appearance: true,
  lastUpdated: false,
  head: [
    ["link", { rel: "icon", href: `${base}icon.svg`, type: "image/svg+xml" }],
    ["meta", { property: "og:site_name", content: title }],
    ["meta", { property: "og:type", content: "website" }],
    ["meta", { property: "og:image", content: `${address ?? ""}${base}first.png` }],
    ["meta", { property: "og:image:width", content: "1200" }],
    ["meta", { property: "og:image:height", content: "630" }],
    [
      "meta",
      {
        property: "og:image:alt",
        content: "A typed include, and a misspelt filter: the compiler and the server both say which name is right.",
      },
    ],
    ["meta", { name: "twitter:card", content: "summary_large_image" }],
  ],
  ...(address && { sitemap: { hostname: `${address}${base}` } }),
  transformPageData: ({ filePath, frontmatter, params }) => {
    if (filePath.includes("errors/[")) Object.assign(frontmatter, { prev: false, next: false }); // the sidebar lists none of them
    const generated = generatedMarkdown().get(`${filePath.split("/").at(-2)}/${params?.page}.md`);
    if (generated !== undefined) frontmatter.editLink = false;
    const first = generated === undefined ? pageDescription(filePath) : firstParagraph(generated);
    return { description: frontmatter.description ?? first ?? description };
  },
  transformHead: ({ page, title: pageTitle, description: pageDescription }) => [
    ["meta", { property: "og:title", content: pageTitle }],
    ["meta", { property: "og:description", content: pageDescription }],
    ...(address ? canonical(`${address}${base}${page.replace(/(^|\/)index\.md$|\.md$/, "$1")}`) : []),
  ],
  themeConfig: {
    logo: { src: "/icon.svg", alt: "" },
    search: {
      provider: "local",
      options: searchOptions,
    },
    nav: [
      { text: "Guides", link: "/docs/getting-started", activeMatch: "^/docs/(?!evidence|decisions|reference)" },
      { text: "Reference", link: "/reference/", activeMatch: "^/(reference|docs/reference|errors)/" },
      { text: "Playground", link: "/playground" },
      { text: "Evidence", link: "/docs/evidence/", activeMatch: "^/docs/(evidence|decisions)" },
      { text: version, link: "/changelog" },
    ],
    sidebar,
    outline: { level: [2, 3] },
    ...(repository && { editLink: { pattern: `${repository}/edit/main/:path`, text: "Edit this page" } }),
    ...(repository && { socialLinks: [{ icon: "github", link: repository, ariaLabel: "The repository" }] }),
    docFooter: { prev: "Before", next: "Next" },
  },
  markdown: {
    theme: { light: "github-light-high-contrast", dark: "github-dark-default" },
    languageAlias: { grit: "js" },
    anchor: { slugify: anchorOf },
    config(md) {
      md.use(withoutBadges);
      md.use(repositoryLinks);
      md.use(reachableDiagrams);
      md.use(typedFences);
    },
    codeTransformers: [typeHovers()],
  },
  vite: {
    publicDir: join(ROOT, "site/public"),
    // The pages run the very sources that the guides describe.
    resolve: { alias },
    plugins: [closedWorkerTexts(), accessibleSearchBox(), hoverTextsInDevelopment(), playgroundTypesInDevelopment()],
    worker: { format: "es", rollupOptions: { onLog } },
    build: { target: "es2022", chunkSizeWarningLimit: 1000, rollupOptions: { onwarn } },
    optimizeDeps: {
      exclude: ["@electric-sql/pglite"],
      // What the playground loads after a click. If Vite finds it only then, it reloads the page, and the click is lost.
      include: [
        "zod",
        "superjson",
        "fast-content-type-parse",
        "drizzle-orm",
        "drizzle-orm/pglite",
        "drizzle-orm/pg-proxy",
        "drizzle-orm/pg-core",
      ],
    },
    server: { fs: { allow: [ROOT] } },
  },
  buildEnd({ outDir }) {
    writeHoverTexts(outDir);
    writePlaygroundTypes(outDir);
    writeMarkdownPages(outDir, title, description);
  },
});

function canonical(url: string): HeadConfig[] {
  return [
    ["link", { rel: "canonical", href: url }],
    ["meta", { property: "og:url", content: url }],
  ];
}
