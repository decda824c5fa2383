import { About } from "../about.js";
import { useTitle } from "../ui/use-title.js";
import { EDITORS } from "./in-window.js";

/** The page twice, side by side, for two editors at one newsroom. */
export function TwoView() {
  useTitle("Two windows");
  return (
    <div className="two-page">
      <About />
      <main id="main" className="two" tabIndex={-1}>
        <header>
          <h1 tabIndex={-1}>Two editors, one newsroom</h1>
          <p>
            Publish an article in one window: the other follows, and says why. Edit the same article in both: no change
            is lost. <a href="/">Back to one window</a>
          </p>
        </header>
        <div className="windows">
          {EDITORS.map((name) => (
            <section key={name} aria-label={`The window of ${name}`}>
              <h2>{name}</h2>
              <iframe name={name} title={`The newsroom of ${name}`} src="/" />
            </section>
          ))}
        </div>
      </main>
    </div>
  );
}
