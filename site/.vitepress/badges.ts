import type { MarkdownRenderer } from "vitepress";

/** README.md begins with badges, which other hosts draw. The site asks no other host, so it leaves out their paragraph. */
export function withoutBadges(md: MarkdownRenderer): void {
  md.core.ruler.push("without-badges", (state) => {
    const isBadges = (index: number) =>
      state.tokens[index]?.children?.some(
        (child) => child.type === "image" && /^https:/.test(child.attrGet("src") ?? ""),
      );
    state.tokens = state.tokens.filter((_, index) => ![index - 1, index, index + 1].some(isBadges));
  });
}
