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

const otherThan = (one: Theme): Theme => (one === "dark" ? "light" : "dark");

/** Switches between light and dark, and remembers it. */
export function toggleTheme(): void {
  const other = otherThan(theme.get());
  document.documentElement.dataset.theme = other;
  localStorage.setItem("theme", other);
  theme.set(other);
}

export function ThemeToggle() {
  const other = otherThan(theme.use());
  const label = `Switch to ${other} theme`;
  return (
    <button type="button" className="quiet icon-button" aria-label={label} title={label} onClick={toggleTheme}>
      {other === "dark" ? <MoonIcon /> : <SunIcon />}
    </button>
  );
}
