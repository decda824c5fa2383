import { authorId, postRows } from "./rows.js";
import type { SourceTestContext } from "./resources.js";

// biome-ignore lint/suspicious/noExplicitAny: the tests call handlers with arguments as a pipeline gives them
type AnySource = any;

/**
 * A store under test, with `sourceTestResources` and `sourceTestRows`. Its sources are configured as follows.
 *
 * - authors, posts and tags have a scope: `tenant` is the context's. New rows get the context's tenant.
 * - authors are deleted softly, by `deleted_at`, and their `email` is unique.
 * - posts have a `version`, which every change of a post counts up.
 * - posts that are `locked` are not writable. Their `title` is unique per tenant, with the message "This title is taken."
 * - posts have the filters `tag` (stands for `tags`), `popular` (with true: more than 100 `views`), `text`
 *   (`anyOf("title__contains", "body__contains")`), `textless` (`noneOf("text", "author__name__contains")`) and `inside`
 *   (`allOf("text", noneOf("title__startswith", anyOf("body__endswith", "note__contains")))`), and the sort `length` (of the title).
 * - a member's id may be one column, or an integer and a text. A pin's `subject` is a post or a tag. Both are for all tenants.
 * - an include of a post's `comments` has at most 2 per post.
 */
export interface SourceTestBed {
  readonly sources: { readonly [type in "authors" | "posts" | "tags" | "comments" | "members" | "pins"]: AnySource };
  /** A context of a tenant. */
  ctx(tenant: number): SourceTestContext;
  /** Whether text filters ignore the case of the letters a to z only, as SQLite does. Default: of all letters. */
  readonly foldsOnlyAscii?: boolean;
  /** Puts the rows back as they were. New posts, comments and pins get ids from 100. */
  reset(): Promise<void>;
}

export interface SourceTest {
  readonly name: string;
  readonly run: () => Promise<void>;
}

export type Row = Record<string, unknown>;
export type Post = (typeof postRows)[number];

/** The bed with what most tests call. */
export class Bench {
  readonly #bed: SourceTestBed;

  constructor(bed: SourceTestBed) {
    this.#bed = bed;
  }

  get foldsOnlyAscii(): boolean {
    return this.#bed.foldsOnlyAscii === true;
  }

  get sources(): SourceTestBed["sources"] {
    return this.#bed.sources;
  }

  /** The arguments of a request of the tenant 1. */
  args(more: object = {}, tenant = 1): object {
    return { ctx: this.#bed.ctx(tenant), filter: {}, sort: [], include: {}, fields: {}, page: undefined, ...more };
  }

  async list(more: object = {}): Promise<Row[]> {
    return (await this.sources.posts.getMany(this.args(more))).data;
  }

  async ids(more: object = {}): Promise<unknown[]> {
    return (await this.list(more)).map(({ id }) => id);
  }

  where(filter: object): Promise<unknown[]> {
    return this.ids({ filter });
  }

  async post(id: unknown): Promise<Row> {
    return (await this.sources.posts.getOne(this.args({ id }))).data;
  }
}

/** The posts of the tenant 1. */
export const ownPosts = postRows.filter(({ tenant }) => tenant === 1);

export const idsOf = (fits: (post: Post) => boolean | undefined) => ownPosts.filter(fits).map(({ id }) => id);

export const ann = authorId(1);

/** `["-rating", "title"]` as a handler gets it. */
export function sortBy(...names: readonly string[]) {
  return names.map((name) =>
    name.startsWith("-") ? { field: name.slice(1), order: "desc" } : { field: name, order: "asc" },
  );
}
