/** Which view an address shows. */
export type Route =
  | { readonly view: "list" | "create" | "lost" }
  | { readonly view: "two" }
  | { readonly view: "reader" | "editor"; readonly id: string };

const ARTICLE = /^\/articles\/(\d+)(\/edit)?$/;

/** The server's list of views in page.ts has the same addresses. */
export function toRoute(url: string): Route {
  const { pathname } = new URL(url, location.origin);
  if (pathname === "/") return { view: "list" };
  if (pathname === "/two") return { view: "two" };
  if (pathname === "/articles/new") return { view: "create" };
  const [, id, edit] = ARTICLE.exec(pathname) ?? [];
  if (id === undefined) return { view: "lost" };
  return { view: edit ? "editor" : "reader", id };
}

export const paths = {
  api: "/api/docs",
  code: "https://github.com/OWNER/trestle/tree/main/examples/newsroom",
  docs: "https://SITE/docs/getting-started",
  create: "/articles/new",
  two: "/two",
  reader: (id: string) => `/articles/${id}`,
  editor: (id: string) => `/articles/${id}/edit`,
};
