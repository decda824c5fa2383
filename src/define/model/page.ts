import type { CursorPage, NumberPage, OffsetPage, PageDeclaration } from "../types/page.js";

export function isLinkedPage(page: PageDeclaration): page is OffsetPage | NumberPage | CursorPage {
  return page !== undefined && "~page" in page;
}
