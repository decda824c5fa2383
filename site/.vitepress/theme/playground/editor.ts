import {
  acceptCompletion,
  autocompletion,
  closeCompletion,
  type CompletionContext,
  completionKeymap,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { javascript } from "@codemirror/lang-javascript";
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { linter, setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { EditorView, hoverTooltip, keymap, lineNumbers, tooltips } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { check, complete, hover } from "./compiler.js";
import { docComment } from "../doc-comment.js";
import type { File, Problem } from "./compiler-worker.js";
import { lineStyles } from "./line-styles.js";

export interface Editor {
  /** Starts the compiler's first check. Later calls do nothing. */
  check(): Promise<void>;
  /** Shows another call, which Ctrl Z takes back. */
  show(code: string): void;
  /** Puts the cursor there, and shows it. */
  goTo(at: number): void;
  /** Shows this place. The cursor stays: on a phone, it would open the keyboard. */
  reveal(at: number): void;
  /** Asks the compiler again, because another file changed. */
  checkAgain(): Promise<void>;
}

export interface EditorEvents {
  /** The reader changed the code. */
  typed(code: string): void;
  run(): void;
  /** The text is another one, so what the compiler said is old. */
  changed(): void;
  /** The compiler was asked. The first time, it must be loaded. */
  checking(): void;
  /** What the compiler says about the text that the editor has now. */
  checked(problems: readonly Problem[]): void;
  failed(error: Error): void;
}

/** The part of the page in which an editor opens. */
export interface EditorPlace {
  /**
   * Undefined if the page has changed meanwhile.
   *
   * @param original Lines that are not in this text get a bar.
   */
  open(code: () => string, events: EditorEvents, original?: string): Promise<Editor | undefined>;
}

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: "var(--literal)" },
  { tag: [tags.bool, tags.number, tags.null], color: "var(--literal)" },
  { tag: tags.string, color: "var(--good)" },
  { tag: [tags.propertyName, tags.function(tags.variableName)], color: "var(--vp-c-brand-1)" },
  { tag: tags.comment, color: "var(--vp-c-text-2)" },
]);

export function openEditor(
  parent: HTMLElement,
  file: File,
  code: string,
  events: EditorEvents,
  original?: string,
): Editor {
  let isFromOutside = false;
  /** The compiler is large, so nothing is checked before the page asks for it. */
  let isTouched = false;
  let lastCheck = 0;

  const runCode = () => {
    closeCompletion(view);
    events.run();
    return true;
  };

  async function problemsOf({ doc }: EditorState) {
    const turn = ++lastCheck;
    events.checking();
    try {
      const problems = await check(file, doc.toString());
      if (turn !== lastCheck || doc !== view.state.doc) return []; // another answer is on its way
      events.checked(problems);
      requestAnimationFrame(showCursor);
      return problems.map(({ from, to, message }) => ({ from, to, severity: "error" as const, message }));
    } catch (error) {
      events.failed(error instanceof Error ? error : new Error(String(error)));
      return [];
    }
  }

  /** The page lists the errors below the editor, which may become lower by that. */
  function showCursor(): void {
    const cursor = view.coordsAtPos(view.state.selection.main.head);
    const hidden = cursor ? cursor.bottom + 8 - bottomOf(view.scrollDOM) : 0; // a line is higher than its cursor
    if (view.hasFocus && hidden > 0) view.scrollDOM.scrollTop += hidden;
  }

  const compilerErrors = linter(({ state }) => (isTouched ? problemsOf(state) : []), {
    delay: 250,
    tooltipFilter: () => [], // the page lists the errors
  });

  async function checkNow(): Promise<void> {
    isTouched = true;
    const { state } = view;
    const found = await problemsOf(state);
    if (view.state.doc === state.doc) view.dispatch(setDiagnostics(view.state, found));
  }

  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: code,
      extensions: [
        history(),
        file === "api" ? lineNumbers() : [], // a call is short
        javascript({ typescript: true }),
        syntaxHighlighting(colours),
        compilerErrors,
        autocompletion({ override: [completionsOf(file)] }),
        hoverTooltip(hoverBoxOf(file)),
        tooltips({ tooltipSpace: belowButtons }),
        EditorView.lineWrapping,
        lineStyles(original),
        EditorView.contentAttributes.of({
          tabindex: "0", // a program that helps to read looks for it
          "aria-label": `Code of the ${file === "call" ? "call" : "API"}. Tab takes the suggestion that is open. Without one, Tab leaves the code.`,
        }),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (!docChanged) return;
          isTouched = true;
          events.changed();
          if (!isFromOutside) events.typed(state.doc.toString());
        }),
        keymap.of([
          // On a Mac, too, where Mod is the Command key: the button shows Ctrl.
          ...["Mod-Enter", "Ctrl-Enter"].map((key) => ({ key, run: runCode })),
          { key: "Tab", run: acceptCompletion },
          ...completionKeymap,
          ...defaultKeymap,
          ...historyKeymap,
        ]),
      ],
    }),
  });

  return {
    check: async () => {
      if (!isTouched) await checkNow();
    },
    checkAgain: async () => {
      if (isTouched) await checkNow();
    },
    goTo(at) {
      const anchor = Math.min(at, view.state.doc.length);
      view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
      view.focus();
    },
    reveal(at) {
      view.dispatch({ effects: EditorView.scrollIntoView(Math.min(at, view.state.doc.length), { y: "center" }) });
    },
    show(next) {
      if (next === view.state.doc.toString()) return;
      isFromOutside = true;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } });
      isFromOutside = false;
    },
  };
}

/** Above an editor are the buttons, which a list or a type must not cover. */
function belowButtons({ dom }: EditorView) {
  const { top } = dom.getBoundingClientRect();
  return { top: Math.max(0, top), left: 0, right: innerWidth, bottom: innerHeight };
}

const bottomOf = (box: Element): number => box.getBoundingClientRect().bottom;

const completionsOf = (file: File) => async (context: CompletionContext) => {
  const word = context.matchBefore(/[\w-]*/);
  const from = word?.from ?? context.pos;
  const before = context.state.sliceDoc(Math.max(0, from - 1), from);
  const isInObject = /\{(?:[^{}]*,)? ?$/.test(context.state.sliceDoc(context.state.doc.lineAt(from).from, from));
  if (!context.explicit && from === context.pos && !isInObject && !/[."']/.test(before)) return null;
  const options = await complete(file, context.state.doc.toString(), context.pos);
  return { from, options, validFor: /^[\w-]*$/ };
};

const hoverBoxOf = (file: File) => async (view: EditorView, at: number) => {
  const word = await hover(file, view.state.doc.toString(), at);
  if (!word) return null;
  const create = () => {
    const dom = Object.assign(document.createElement("div"), { className: "type-of-word" });
    if (word.sentence) dom.append(docComment(word.sentence));
    dom.append(Object.assign(document.createElement("code"), { textContent: word.type }));
    return { dom };
  };
  return { pos: word.from, end: word.to, above: true, create };
};
