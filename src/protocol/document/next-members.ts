import { isLinkedPage } from "../../define/model/page.js";
import type { NextMember } from "../../define/types/next-member.js";
import type { PageDeclaration } from "../../define/types/page.js";

/** The query of the page that continues a list of members, with its question mark. Undefined if no page begins there. */
export function nextMembersQuery(page: PageDeclaration, { offset, cursor }: NextMember): string | undefined {
  if (page === undefined || !isLinkedPage(page)) return undefined;
  switch (page["~page"]) {
    case "offset":
      return offset === undefined ? undefined : `?page%5Boffset%5D=${offset}`;
    case "number":
      return offset === undefined || offset % page.size !== 0 ? undefined : `?page=${offset / page.size + 1}`;
    case "cursor":
      return cursor === undefined ? undefined : `?page%5Bafter%5D=${encodeURIComponent(cursor)}`;
  }
}
