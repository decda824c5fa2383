import { setPaletteOpen } from "./palette/palette-open.js";
import { PanelToggle } from "./requests/panel-toggle.js";
import { Link } from "./router/link.js";
import { paths } from "./router/route.js";
import { PlusIcon, SearchIcon } from "./ui/icons.js";
import { ThemeToggle } from "./ui/theme.js";

const isMac = /Mac|iP(hone|ad)/.test(navigator.platform);

/** The top of every view. */
export function Masthead() {
  return (
    <header className="masthead">
      <Link className="wordmark" href="/">
        Newsroom
      </Link>
      <nav aria-label="Page">
        <button
          type="button"
          className="quiet palette-button"
          aria-keyshortcuts="Control+K Meta+K"
          onClick={() => setPaletteOpen(true)}
        >
          <SearchIcon />
          <span>Commands</span>
          <kbd>{isMac ? "⌘K" : "Ctrl K"}</kbd>
        </button>
        <PanelToggle />
        <ThemeToggle />
        <Link className="button primary" href={paths.create} aria-label="New article">
          <PlusIcon />
          <span>New article</span>
        </Link>
      </nav>
    </header>
  );
}
