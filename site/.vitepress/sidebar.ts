import type { DefaultTheme } from "vitepress";
import { referencePaths } from "./pages.js";

type Item = readonly [text: string, path: string];

const group = (text: string, ...items: readonly Item[]): DefaultTheme.SidebarItem => ({
  text,
  items: items.map(([name, link]) => ({ text: name, link })),
});

/** In the order in which a reader needs them. */
const guides: DefaultTheme.SidebarItem[] = [
  group(
    "Start",
    ["Overview", "/readme"],
    ["Getting started", "/docs/getting-started"],
    ["Coming from tRPC", "/docs/coming-from-trpc"],
    ["Coming from REST", "/docs/coming-from-rest"],
  ),
  group("Is it for you?", ["Playground", "/playground"], ["Compared with others", "/docs/compared"]),
  group(
    "The API",
    ["Define", "/docs/define"],
    ["Context and middleware", "/docs/context"],
    ["Operations", "/docs/operations"],
    ["Client", "/docs/client"],
    ["Errors", "/docs/errors"],
    ["URLs of requests", "/docs/querying"],
    ["Commands, queries and streams", "/docs/commands"],
    ["Rich types", "/docs/rich-types"],
    ["Raw requests: rpc", "/docs/rpc"],
    ["Uploads", "/docs/uploads"],
    ["Testing", "/docs/testing"],
  ),
  group(
    "The database",
    ["Database", "/docs/database"],
    ["Relationships between tables", "/docs/database-relationships"],
    ["Relationships to several types", "/docs/several-types"],
    ["Filter, sort and page tables", "/docs/database-lists"],
    ["Include and count related rows", "/docs/database-includes"],
    ["Writes to tables", "/docs/database-writes"],
    ["SQLite and Turso", "/docs/sqlite"],
    ["A store of your own", "/docs/stores"],
  ),
  group(
    "Users",
    ["Authentication", "/docs/authentication"],
    ["Log in with tables", "/docs/login-tables"],
    ["Tenants and permissions", "/docs/tenants"],
    ["Hide fields from some users", "/docs/hidden-fields"],
  ),
  group(
    "The front end",
    ["TanStack Query", "/docs/query"],
    ["What a write changes elsewhere", "/docs/affects"],
    ["Generic components", "/docs/generic-components"],
    ["Live", "/docs/live"],
    ["Server rendering", "/docs/ssr"],
  ),
  group(
    "Safe writes",
    ["Several writes in one request", "/docs/atomic"],
    ["Retries", "/docs/retries"],
    ["Lost updates", "/docs/lost-updates"],
  ),
  group(
    "In production",
    ["Adapters", "/docs/adapters"],
    ["Deployment", "/docs/deployment"],
    ["Several instances", "/docs/scaling"],
    ["Limits", "/docs/limits"],
    ["CORS", "/docs/cors"],
    ["Caching", "/docs/caching"],
    ["Monorepo", "/docs/monorepo"],
    ["OpenAPI", "/docs/openapi"],
    ["Plain JSON", "/docs/plain-json"],
  ),
  group(
    "Help",
    ["All guides", "/docs/"],
    ["Recipes", "/docs/recipes"],
    ["Troubleshooting", "/docs/troubleshooting"],
    ["Changelog", "/changelog"],
  ),
];

const reference: DefaultTheme.SidebarItem[] = [
  group(
    "Reference",
    ["Entry points", "/reference/"],
    ...[...referencePaths].map(([name, path]): Item => [name, `/${path.replace(/\.md$/, "")}`]),
    ["Error codes", "/docs/reference/errors"],
  ),
  group(
    "Rules in full",
    ["Declarations", "/docs/reference/define"],
    ["Operations", "/docs/reference/operations"],
    ["Commands, queries and streams", "/docs/reference/actions"],
    ["Filters and sorts", "/docs/reference/filters"],
    ["The client", "/docs/reference/client"],
    ["Tables", "/docs/reference/tables"],
    ["Tenants and scopes", "/docs/reference/tenants"],
    ["Queries inside includes", "/docs/reference/include-queries"],
    ["The extension for writes", "/docs/reference/fields"],
    ["Keys and optimistic changes", "/docs/reference/query"],
    ["Refetched queries", "/docs/reference/refetch"],
    ["Live notices", "/docs/reference/live"],
    ["The adapters", "/docs/reference/adapters"],
  ),
];

const evidence: DefaultTheme.SidebarItem[] = [
  group(
    "Evidence",
    ["All evidence", "/docs/evidence/"],
    ["The README's claims", "/docs/evidence/readme-claims"],
    ["Performance", "/docs/evidence/performance"],
    ["First page on a phone", "/docs/evidence/first-page"],
    ["Specification", "/docs/evidence/specification"],
    ["Conformance", "/docs/evidence/conformance"],
    ["Fuzzing", "/docs/evidence/fuzz"],
    ["Mutation testing", "/docs/evidence/mutation"],
    ["Tenants", "/docs/evidence/tenants"],
    ["Writes under failure", "/docs/evidence/writes"],
    ["Live notices", "/docs/evidence/live"],
    ["Size of the code", "/docs/evidence/code-size"],
    ["Cost of types", "/docs/evidence/type-cost"],
    ["Option types", "/docs/evidence/option-types"],
    ["Compiler messages", "/docs/evidence/messages"],
    ["OpenAPI tools", "/docs/evidence/openapi-tools"],
    ["Dependencies", "/docs/evidence/dependencies"],
    ["Decisions", "/docs/decisions/"],
  ),
];

export const groups: readonly DefaultTheme.SidebarItem[] = [...guides, ...reference, ...evidence];

/** A list of all pages would be four screens long. */
export const sidebar: DefaultTheme.SidebarMulti = {
  "/": guides,
  "/reference/": reference,
  "/docs/reference/": reference,
  "/errors/": reference,
  "/docs/evidence/": evidence,
  "/docs/decisions/": evidence,
};

/** The page of each link, as a path of Markdown: `docs/define.md`. */
export const listedPages: readonly string[] = groups
  .flatMap(({ items = [] }) => items)
  .map(({ link = "" }) => `${link.slice(1).replace(/\/$/, "/index")}.md`);
