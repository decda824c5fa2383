import { MoonIcon, SunIcon } from "./icons.js";
import { createStore } from "./store.js";

type Theme = "light" | "dark";

const dark = matchMedia("(prefers-color-scheme: dark)");
const theme = createStore<Theme>(current());

// The system's theme counts until somebody chooses another. index.html sets the chosen one before anything is painted.
dark.addEventListener("change", () => theme.set(current()));

function current(): Theme {
  const { theme } = document.documentElement.dataset;
  return theme === "light" || theme === "dark" ? theme : dark.matches ? "dark" : "light";
}

/** Switches between light and dark, and remembers it. */
export function ThemeToggle() {
  const other = theme.use() === "dark" ? "light" : "dark";
  function choose() {
    document.documentElement.dataset.theme = other;
    localStorage.setItem("theme", other);
    theme.set(other);
  }
  const label = `Switch to ${other} theme`;
  return (
    <button type="button" className="quiet icon-button" aria-label={label} title={label} onClick={choose}>
      {other === "dark" ? <MoonIcon /> : <SunIcon />}
    </button>
  );
}
