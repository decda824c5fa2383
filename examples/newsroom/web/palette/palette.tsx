import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { queryOptions } from "trestle/query";
import { articlesTitled } from "../data/queries.js";
import { begin } from "../requests/log.js";
import { navigate } from "../router/history.js";
import { paths } from "../router/route.js";
import { useSettled } from "../ui/use-settled.js";
import { type Command, commands } from "./commands.js";
import { areLettersOn } from "./letter-keys.js";
import { setPaletteOpen, usePaletteOpen } from "./palette-open.js";

const SHORTEST = 2;
const MOST = 6;

/** Every command and article, found by typing. */
export function Palette() {
  return usePaletteOpen() ? <OpenPalette /> : null;
}

function OpenPalette() {
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const { articles, isSearching } = useArticles(text);
  const found = [...commands, ...articles].filter(({ name, isThere }) => contains(name, text) && isThere?.() !== false);
  const chosen = Math.min(at, found.length - 1);

  useEffect(() => {
    begin("You looked for a command or an article");
    dialog.current?.showModal();
  }, []);
  useEffect(() => {
    dialog.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  });

  function run({ run }: Command) {
    dialog.current?.close(); // first, because it gives the focus back
    run();
  }

  function press(event: KeyboardEvent) {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const command = found[chosen];
    if (event.key === "Enter" && command) run(command);
    else if (step !== 0) setAt((chosen + step + found.length) % found.length);
    else return;
    event.preventDefault();
  }

  return (
    <dialog ref={dialog} className="palette" aria-label="Commands" closedby="any" onClose={() => setPaletteOpen(false)}>
      <input
        role="combobox"
        aria-label="Find a command or an article"
        aria-expanded={found.length > 0}
        aria-controls="commands"
        aria-activedescendant={found.length > 0 ? `command-${chosen}` : undefined}
        placeholder="Find a command or an article"
        value={text}
        onKeyDown={press}
        onChange={({ target }) => {
          setText(target.value);
          setAt(0);
        }}
      />
      {found.length > 0 ? (
        <div className="options" id="commands" role="listbox" aria-label="Commands and articles">
          {found.map((command, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text field, which keeps the focus
            <div
              key={command.name}
              id={`command-${index}`}
              role="option"
              aria-selected={index === chosen}
              tabIndex={-1}
              onPointerMove={() => setAt(index)}
              onClick={() => run(command)}
            >
              {command.name}
              {command.key && areLettersOn() && <kbd>{command.key.toUpperCase()}</kbd>}
            </div>
          ))}
        </div>
      ) : (
        <p className="hint">{isSearching ? "Searching …" : "Nothing is called that."}</p>
      )}
    </dialog>
  );
}

/** Articles whose titles contain the text, as commands that open them. Those of the text before stay until the next ones are there. */
function useArticles(text: string): { readonly articles: readonly Command[]; readonly isSearching: boolean } {
  const settled = useSettled(text);
  const enabled = settled.length >= SHORTEST && text.length >= SHORTEST;
  const { data = [], isFetching } = useQuery(
    queryOptions(articlesTitled(settled), { placeholderData: keepPreviousData, enabled }),
  );
  const articles = data.slice(0, MOST).map(({ id, title }) => ({ name: title, run: () => navigate(paths.reader(id)) }));
  return {
    articles: enabled ? articles : [],
    isSearching: isFetching || (text.length >= SHORTEST && text !== settled),
  };
}

/** The articles of the text before may not contain this one. */
function contains(name: string, text: string): boolean {
  return name.toLowerCase().includes(text.toLowerCase());
}
