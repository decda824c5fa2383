import { META } from "../../wire/notes/note.js";
import type { Document, Link, Meta } from "../send/document.js";
import { ReturnOverride } from "../send/input.js";
import { Lazy } from "./lazy.js";
import type { ReadSource } from "./lazy.js";
import { unexpected } from "../errors/response-error.js";

/** A server that filters a page after reading it may send some empty pages in a row. */
const MOST_EMPTY = 100;

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

  /**
   * This page, and those that its links lead to.
   *
   * @throws {Unexpected} `malformed`, if the links lead to a page again, or to too many empty pages.
   */
  async *allPages(): AsyncGenerator<PageArray<T>, void, undefined> {
    const seen = new Set([this.#source.urlOf()]);
    let page: PageArray<T> = this;
    let empty = 0;
    for (;;) {
      yield page;
      empty = page.length ? 0 : empty + 1;
      if (!page.hasNext()) return;
      const next = page.getNext();
      const url = next["~"].urlOf();
      const isOver = empty >= MOST_EMPTY;
      if (isOver || seen.has(url)) {
        const after = isOver ? `, after ${empty} empty pages` : "";
        throw unexpected("malformed", `The pages never end: "next" is ${url}${after}.`);
      }
      seen.add(url);
      page = await next;
    }
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
