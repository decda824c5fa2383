import { client } from "../data/client.js";

/** What the controls of the list show. The list itself comes from the address, by `fromSearch`: see data/queries.ts. */
export interface ListState {
  readonly search: string;
  /** A user's id, "null" for articles without an author, or "" for all. */
  readonly author: string;
  /** A category's id, or "" for all. */
  readonly category: string;
  readonly status: "" | "published" | "draft";
  /** Another text if somebody wrote the address by hand. */
  readonly sort: string;
  readonly page: number;
  readonly view: "pages" | "endless";
}

const SORT_KEYS = ["title", "-title", "created_at", "-created_at"] as const;
export type SortKey = (typeof SORT_KEYS)[number];

export const NEWEST = "-created_at";
export const PAGE_SIZE = 20;

const STATUSES: Readonly<Record<string, ListState["status"]>> = { true: "published", false: "draft" };

/** Reads the filters, the order and the page in the names that the API gives them. `view` is the page's own parameter. */
export function readListState(url: string): ListState {
  const { searchParams } = new URL(url, location.origin);
  const textOf = (name: string) => searchParams.get(name) ?? "";
  return {
    search: textOf("filter[title][contains]"),
    author: textOf("filter[author]"),
    category: textOf("filter[category]"),
    status: STATUSES[textOf("filter[published]")] ?? "",
    sort: textOf("sort") || NEWEST,
    page: Math.max(Math.floor((Number(textOf("page[offset]")) || 0) / PAGE_SIZE), 0) + 1,
    view: textOf("view") === "endless" ? "endless" : "pages",
  };
}

/** The shortest address of this state. The server's defaults are not in it. */
export function toListUrl({ search, author, category, status, sort, page = 1, view }: Partial<ListState>): string {
  const list = client.articles
    .list()
    .filter({
      title__contains: search || undefined,
      author: author === "null" ? null : author || undefined,
      category: category || undefined,
      published: status ? status === "published" : undefined,
    })
    .sort(...SORT_KEYS.filter((key) => key === sort && key !== NEWEST))
    .page({ offset: page > 1 ? (page - 1) * PAGE_SIZE : undefined });
  const address = `/${list.toSearch()}`;
  if (view !== "endless") return address;
  return `${address}${address === "/" ? "?" : "&"}view=endless`;
}

/** Whether anything narrows the list. */
export function isNarrowed({ search, author, category, status }: ListState): boolean {
  return search !== "" || author !== "" || category !== "" || status !== "";
}
