import { META } from "../../wire/notes/note.js";
import type { Document, Link, Meta } from "../send/document.js";
import { ReturnOverride } from "../send/fetched-row.js";
import { Lazy } from "./lazy.js";
import type { ReadSource } from "./read-source.js";
import { unexpected } from "../errors/unexpected.js";

type LinkName = "first" | "prev" | "next" | "last";

/** The URL of a link. Undefined if the link is null or empty. */
export function hrefOf(link: Link): string | undefined {
  return (typeof link === "string" ? link : link?.href) || undefined;
}

/**
 * A fetched page: an array of resources, with links to other pages. These are in private fields, so `JSON.stringify` and
 * `structuredClone` see an array of plain resources.
 *
 * The cast is needed because `ReturnOverride` returns the items themselves, which its type does not say.
 */
export class PageArray<T> extends (ReturnOverride as new <T>(items: T[]) => T[])<T> {
  /** `map`, `filter` and similar methods return a plain array. */
  static get [Symbol.species]() {
    return Array;
  }

  readonly #document: Document;
  readonly #source: ReadSource<PageArray<T>>;

  /** @param items This array becomes the page, because to make another array takes several times as long. */
  constructor(items: T[], document: Document, source: ReadSource<PageArray<T>>) {
    super(Object.setPrototypeOf(items, PageArray.prototype));
    this.#document = document;
    this.#source = source;
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

  async *allPages(): AsyncGenerator<PageArray<T>, void, undefined> {
    const { pagesFrom } = await import("./pages-from.js");
    yield* pagesFrom<PageArray<T>>(this, this.#source.urlOf(), unexpected);
  }

  async *all(): AsyncGenerator<T, void, undefined> {
    for await (const page of this.allPages()) yield* page;
  }

  #has(name: LinkName): boolean {
    return !!hrefOf(this.links[name]);
  }

  #get(name: LinkName): Lazy<PageArray<T>> {
    const href = hrefOf(this.links[name]);
    if (!href) throw new Error(`This page has no link "${name}". Check page.links first.`);
    return new Lazy(this.#source.query, () => this.#source.at(href));
  }
}

Object.setPrototypeOf(PageArray.prototype, Array.prototype);
