import { withBase } from "vitepress";
import { docComment } from "./doc-comment.js";

// One box for the whole page. It shows the type of the word under the pointer, of the word that is touched, and of the word
// that the arrow keys reach in a block with the focus. The texts of a page are fetched once, when the first is needed.

type Text = readonly [type: string, documentation: string];

let texts: { readonly page: string; readonly list: Promise<readonly Text[]> } | undefined;

function textsOfPage(): Promise<readonly Text[]> {
  const base = withBase("/");
  const path = location.pathname
    .slice(base.length)
    .replace(/\.html$/, "")
    .replace(/(^|\/)$/, "$1index");
  if (texts?.page !== path) {
    const list = fetch(withBase(`/types/${path}.json`)).then((response) => {
      if (!response.ok) throw new Error(`/types/${path}.json answered ${response.status}.`);
      return response.json();
    });
    texts = { page: path, list };
    list.catch(() => {
      texts = undefined; // the next word tries again
    });
  }
  return texts.list;
}

export function showTypes(): void {
  const box = Object.assign(document.createElement("div"), { className: "type-box", popover: "manual" });
  box.setAttribute("role", "status");
  document.body.append(box);
  let current: HTMLElement | undefined;

  function hide() {
    current?.classList.remove("pointed");
    current = undefined;
    if (box.matches(":popover-open")) box.hidePopover();
  }

  async function show(word: HTMLElement) {
    if (word === current) return;
    hide();
    current = word;
    word.classList.add("pointed");
    const list = await textsOfPage();
    const text = list[Number(word.dataset.type)];
    if (current !== word || !text) return; // the pointer moved on meanwhile
    const [type, documentation] = text;
    box.replaceChildren(Object.assign(document.createElement("code"), { textContent: type }));
    if (documentation) box.prepend(docComment(documentation));
    box.showPopover();
    place(box, word);
  }

  addEventListener("pointerover", ({ target, pointerType }) => {
    if (pointerType !== "mouse" || !(target instanceof Element) || box.contains(target)) return;
    const word = target.closest<HTMLElement>("[data-type]");
    if (word) void show(word);
    else if (!document.activeElement?.matches(".keyboard-types")) hide();
  });
  addEventListener("click", ({ target }) => {
    if (!(target instanceof Element) || box.contains(target)) return;
    const word = target.closest<HTMLElement>("[data-type]");
    if (word) void show(word);
    else hide();
  });
  addEventListener("scroll", hide, { passive: true });
  addEventListener("keydown", (event) => {
    if (event.key === "Escape") return hide();
    const block = document.activeElement;
    if (!block?.matches("pre[data-types]") || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const words = [...block.querySelectorAll<HTMLElement>("[data-type]")];
    const at = current ? words.indexOf(current) : -1;
    const word = words[at === -1 && step === -1 ? words.length - 1 : at + step];
    if (!word) return;
    event.preventDefault();
    word.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
    // Scrolling hides the box, and says so later.
    requestAnimationFrame(() => requestAnimationFrame(() => void show(word)));
  });
  addEventListener("focusin", ({ target }) => {
    if (!(target instanceof HTMLElement) || !target.matches("pre[data-types]")) return;
    target.classList.add("keyboard-types");
    target.setAttribute("aria-description", "The arrow keys show the type of each word.");
  });
  addEventListener("focusout", ({ target }) => {
    if (target instanceof Element && target.matches("pre[data-types]")) {
      target.classList.remove("keyboard-types");
      hide();
    }
  });
}

/** Below the word, or above it where there is no room. */
function place(box: HTMLElement, word: HTMLElement): void {
  const [first] = word.getClientRects();
  const { top, bottom, left } = first ?? word.getBoundingClientRect();
  const fits = bottom + box.offsetHeight + 8 < innerHeight;
  box.style.top = `${fits ? bottom + 6 : Math.max(8, top - box.offsetHeight - 6)}px`;
  box.style.left = `${Math.max(8, Math.min(left, innerWidth - box.offsetWidth - 8))}px`;
}
