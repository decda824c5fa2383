/** What the list shows. It lives in the address, so that reloading, going back and sharing a link all keep it. */
export interface ListState {
  readonly search: string;
  /** A user's id, "none" for articles without an author, or "" for all. */
  readonly author: string;
  /** A category's id, or "" for all. */
  readonly category: string;
  readonly status: "" | "published" | "draft";
  readonly sort: SortKey;
  readonly page: number;
  readonly view: "pages" | "endless";
}

const SORT_KEYS = ["title", "-title", "created_at", "-created_at"] as const;
export type SortKey = (typeof SORT_KEYS)[number];

const DEFAULTS: ListState = {
  search: "",
  author: "",
  category: "",
  status: "",
  sort: "-created_at",
  page: 1,
  view: "pages",
};

/** Reads an address. What makes no sense in it is as if it were not there. */
export function readListState(url: string): ListState {
  const { searchParams } = new URL(url, location.origin);
  const given = (name: string) => searchParams.get(name) ?? "";
  const status = given("status");
  return {
    search: given("search"),
    author: /^(\d+|none)$/.test(given("author")) ? given("author") : "",
    category: /^\d+$/.test(given("category")) ? given("category") : "",
    status: status === "published" || status === "draft" ? status : "",
    sort: SORT_KEYS.find((key) => key === given("sort")) ?? DEFAULTS.sort,
    page: Math.max(Number.parseInt(given("page"), 10) || 1, 1),
    view: given("view") === "endless" ? "endless" : "pages",
  };
}

/** The shortest address of this state. */
export function toListUrl(state: Partial<ListState>): string {
  const parameters = new URLSearchParams();
  const entries: [string, string | number][] = Object.entries({ ...DEFAULTS, ...state });
  const defaults = new Map<string, string | number>(Object.entries(DEFAULTS));
  for (const [name, value] of entries) if (value !== defaults.get(name)) parameters.set(name, String(value));
  return parameters.size === 0 ? "/" : `/?${parameters}`;
}

/** Whether anything narrows the list. */
export function isNarrowed({ search, author, category, status }: ListState): boolean {
  return search !== "" || author !== "" || category !== "" || status !== "";
}
