import type { NumberPage, OffsetPage, PageDeclaration } from "../types/page.js";

export function isLinkedPage(page: PageDeclaration): page is OffsetPage | NumberPage {
  return page !== undefined && "~page" in page;
}
