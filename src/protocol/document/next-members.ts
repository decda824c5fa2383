import { isLinkedPage } from "../../define/model/page.js";
import type { NextMember } from "../../define/types/next-member.js";
import type { PageDeclaration } from "../../define/types/page.js";

/** The query of the page that continues a list of members, with its question mark. Empty for a list that begins again. */
export function nextMembersQuery(page: PageDeclaration, { offset, cursor }: NextMember): string {
  if (page === undefined || !isLinkedPage(page)) return "";
  switch (page["~page"]) {
    case "offset":
      return offset === undefined ? "" : `?page%5Boffset%5D=${offset}`;
    case "number": // the page with the next member; some of its members may be known
      return offset === undefined ? "" : `?page=${Math.floor(offset / page.size) + 1}`;
    case "cursor":
      return cursor === undefined ? "" : `?page%5Bafter%5D=${encodeURIComponent(cursor)}`;
  }
}
