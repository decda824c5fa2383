import { META } from "../rich/note.js";
import type { Document, Link, Meta } from "./document.js";
import type { Lazy } from "./lazy.js";
import { unexpected } from "./unexpected.js";

type LinkName = "first" | "prev" | "next" | "last";

/** The URL of a link, null where it leads nowhere. */
export function hrefOf(link: Link): string | null {
  return (typeof link === "string" ? link : link?.href) || null;
}

/**
 * A fetched page: an array of resources that knows its neighbours. What it knows stands in private fields, so that
 * `JSON.stringify` and `structuredClone` see an array of plain resources.
 */
export class Page<T> extends Array<T> {
  /** What is made of a page by `map`, `filter` and the like has no neighbours. */
  static override get [Symbol.species]() {
    return Array;
  }

  readonly #document: Document;
  readonly #url: string;
  readonly #follow: (link: string) => Lazy<Page<T>>;

  constructor(items: readonly T[], document: Document, url: string, follow: (link: string) => Lazy<Page<T>>) {
    super(); // not super(...items): a single number would be a length, and a long list too many arguments
    for (const item of items) this.push(item);
    this.#document = document;
    this.#url = url;
    this.#follow = follow;
  }

  get links(): Readonly<Record<string, Link>> {
    return this.#document.links ?? {};
  }

  get meta(): Meta {
    const { [META]: _, ...meta } = this.#document.meta ?? {};
    return meta;
  }

  hasFirst() {
    return this.#has("first");
  }

  hasPrevious() {
    return this.#has("prev");
  }

  hasNext() {
    return this.#has("next");
  }

  hasLast() {
    return this.#has("last");
  }

  getFirst() {
    return this.#get("first");
  }

  getPrevious() {
    return this.#get("prev");
  }

  getNext() {
    return this.#get("next");
  }

  getLast() {
    return this.#get("last");
  }

  async *allPages(): AsyncGenerator<Page<T>, void, undefined> {
    const seen = new Set([this.#url]);
    let page: Page<T> = this;
    for (;;) {
      yield page;
      if (!page.hasNext()) return;
      const next: Lazy<Page<T>> = page.getNext();
      const { url } = next["~"];
      if (seen.has(url)) throw unexpected("malformed", `The pages never end: "next" leads back to ${url}.`);
      seen.add(url);
      page = await next;
    }
  }

  async *all(): AsyncGenerator<T, void, undefined> {
    for await (const page of this.allPages()) yield* page;
  }

  #href(name: LinkName): string | undefined {
    return hrefOf(this.links[name]) ?? undefined;
  }

  #has(name: LinkName): boolean {
    return this.#href(name) !== undefined;
  }

  #get(name: LinkName): Lazy<Page<T>> {
    const href = this.#href(name);
    if (href === undefined)
      throw new Error(`This page has no link "${name}". Ask for it first, as with page.hasNext().`);
    return this.#follow(href);
  }
}
