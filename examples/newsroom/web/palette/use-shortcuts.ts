import { useEffect } from "react";
import { commands } from "./commands.js";
import { areLettersOn } from "./letter-keys.js";
import { isPaletteOpen, setPaletteOpen } from "./palette-open.js";

/** The keys of the commands, and Ctrl or Cmd and K for all of them. In a text field, a letter is a letter. */
export function useShortcuts(): void {
  useEffect(() => {
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}

function press(event: KeyboardEvent): void {
  const { target } = event;
  const key = event.key?.toLowerCase(); // Caps Lock makes it a capital. Chrome sends events without a key when it fills in a form.
  const isCombined = event.ctrlKey || event.metaKey;
  if (key === "k" && isCombined && !event.shiftKey) {
    event.preventDefault();
    setPaletteOpen(!isPaletteOpen());
    return;
  }
  const isTyping =
    target instanceof Element && target.matches("input:not([type=radio], [type=checkbox]), textarea, select");
  if (isCombined || event.altKey || isTyping || isPaletteOpen() || !areLettersOn()) return;
  const command = commands.find((each) => each.key === key);
  if (!command) return;
  event.preventDefault();
  command.run();
}
