import type { Plugin } from "vitepress";

/**
 * VitePress says `button` of the whole box, and puts a link into each option. A screen reader may then skip what is inside. Until the index is
 * loaded, it shows nothing.
 */
const repairs = [
  [
    `role="button"
      :aria-owns="results?.length ? 'localsearch-list' : undefined"
      aria-expanded="true"
      aria-haspopup="listbox"
      aria-labelledby="localsearch-label"`,
    `role="dialog" aria-modal="true" :aria-label="buttonText"`,
  ],
  [
    `:id="'localsearch-item-' + index"
            :aria-selected="selectedIndex === index ? 'true' : 'false'"
            role="option"`,
    `role="presentation"`,
  ],
  [
    `:aria-label="[...p.titles, p.title].join(' > ')"`,
    `:id="'localsearch-item-' + index" :aria-selected="selectedIndex === index ? 'true' : 'false'" role="option"`,
  ],
  [
    `<li
            v-if="filterText && !results.length && enableNoResults"`,
    `<li v-if="filterText && !searchIndex" class="no-results" role="status">Loading the search …</li>
          <li
            v-if="filterText && searchIndex && !results.length && enableNoResults"`,
  ],
  [`<kbd :aria-label`, `<kbd role="img" :aria-label`],
  [`<span class="title-icon">`, `<span class="title-icon" aria-hidden="true">`],
] as const;

/** Repairs VitePress's search box, which has no option for them. Throws if another version has other code. */
export function accessibleSearchBox(): Plugin {
  return {
    name: "accessible-search-box",
    enforce: "pre",
    transform(code, id) {
      if (!id.endsWith("/VPLocalSearchBox.vue")) return undefined;
      return repairs.reduce((text, [wrong, right]) => {
        if (!text.includes(wrong)) throw new Error(`search-box.ts: VPLocalSearchBox.vue has no ${wrong}`);
        return text.replaceAll(wrong, right);
      }, code);
    },
  };
}
