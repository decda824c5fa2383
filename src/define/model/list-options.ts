import type { z } from "zod";
import type { SortDeclaration, SortOrder } from "../types/sort.js";
import type { CursorPage, NumberPage, OffsetPage, PageDeclaration } from "../types/page.js";

/** The allowed directions of each name, or undefined if any name is allowed. */
export function sortNames(declaration: SortDeclaration): ReadonlyMap<string, ReadonlySet<SortOrder>> | undefined {
  const both: ReadonlySet<SortOrder> = new Set<SortOrder>(["asc", "desc"]);
  if (isNameList(declaration)) return new Map(declaration.map((name) => [name, both]));
  if (isSchema(declaration)) return undefined;
  return new Map(
    Object.entries(declaration).map(([name, order]) => [name, order === true ? both : new Set<SortOrder>([order])]),
  );
}

function isNameList(declaration: SortDeclaration): declaration is readonly string[] {
  return Array.isArray(declaration);
}

function isSchema(declaration: object): declaration is z.ZodType {
  return "_zod" in declaration;
}

export function isLinkedPage(page: PageDeclaration): page is OffsetPage | NumberPage | CursorPage {
  return page !== undefined && "~page" in page;
}
