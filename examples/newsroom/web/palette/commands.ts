import { togglePanel } from "../requests/panel-open.js";
import { navigate } from "../router/history.js";
import { toListUrl } from "../router/list-state.js";
import { paths } from "../router/route.js";
import { toggleTheme } from "../ui/theme.js";
import { areLettersOn, toggleLetters } from "./letter-keys.js";

/** Something that the palette offers, and that a key may do as well. */
export interface Command {
  readonly name: string;
  readonly key?: string;
  /** Whether the view has it. Without this, every view does. */
  readonly isThere?: () => boolean;
  readonly run: () => void;
}

export const commands: readonly Command[] = [
  { name: "Edit this article", key: "e", ...clickOf("[data-edit]") },
  {
    get name() {
      return `${document.querySelector("[data-publish]")?.textContent} this article`; // or "Unpublish"
    },
    ...clickOf("[data-publish]"),
  },
  { name: "New article", key: "n", run: () => navigate(paths.create) },
  { name: "All articles", key: "a", run: () => navigate("/") },
  { name: "Drafts", key: "d", run: () => navigate(toListUrl({ status: "draft" })) },
  { name: "Published articles", run: () => navigate(toListUrl({ status: "published" })) },
  { name: "Articles without an author", run: () => navigate(toListUrl({ author: "null" })) },
  { name: "Search titles", key: "/", run: searchTitles },
  { name: "Show or hide what Trestle did", key: "r", run: togglePanel },
  { name: "Switch the theme", key: "t", run: toggleTheme },
  {
    get name() {
      return `Turn ${areLettersOn() ? "off" : "on"} keys of one letter`;
    },
    run: toggleLetters,
  },
  { name: "Two windows side by side", run: () => location.assign(paths.two) },
  { name: "Read the API's description", run: () => location.assign(paths.api) },
  { name: "Read the code of this page", run: () => location.assign(paths.code) },
  { name: "Read the docs of Trestle", run: () => location.assign(paths.docs) },
];

/** A command that a button or link of the view does. */
function clickOf(selector: string): Pick<Command, "isThere" | "run"> {
  const find = () => document.querySelector<HTMLElement>(selector);
  return { isThere: () => find() !== null, run: () => find()?.click() };
}

/** The search field, in the list. It is there when the view has rendered. */
function searchTitles(): void {
  const focus = () => document.querySelector<HTMLElement>('input[type="search"]')?.focus();
  if (location.pathname !== "/") navigate("/");
  requestAnimationFrame(focus);
}
