import type { SortDeclaration, SortOrder } from "../types/sort.js";
import type { CursorPage, NumberPage, OffsetPage, PageDeclaration } from "../types/page.js";

/** The allowed directions of each name, or undefined if any name is allowed. */
export function sortNames(declaration: SortDeclaration): ReadonlyMap<string, ReadonlySet<SortOrder>> | undefined {
  const both: ReadonlySet<SortOrder> = new Set<SortOrder>(["asc", "desc"]);
  if (isNameList(declaration)) return new Map(declaration.map((name) => [name, both]));
  if ("_zod" in declaration) return undefined; // a schema
  return new Map(
    Object.entries(declaration).map(([name, order]) => [name, order === true ? both : new Set<SortOrder>([order])]),
  );
}

function isNameList(declaration: SortDeclaration): declaration is readonly string[] {
  return Array.isArray(declaration);
}

export function isLinkedPage(page: PageDeclaration): page is OffsetPage | NumberPage | CursorPage {
  return page !== undefined && "~page" in page;
}
