import { useTitle } from "../ui/use-title.js";

// The names of the windows keep their drafts apart.
const editors = ["ann", "bashir"] as const;

/** The page twice, side by side, for two editors at one newsroom. */
export function TwoView() {
  useTitle("Two windows");
  return (
    <main id="main" className="two" tabIndex={-1}>
      <header>
        <h1 tabIndex={-1}>Two editors, one newsroom</h1>
        <p>
          Open the same article in both windows. Save it in one, then in the other: no change is lost.{" "}
          <a href="/">One window</a>
        </p>
      </header>
      <div className="windows">
        {editors.map((name) => (
          <section key={name} aria-label={`The window of ${name}`}>
            <h2>{name}</h2>
            <iframe name={name} title={`The newsroom of ${name}`} src="/" />
          </section>
        ))}
      </div>
    </main>
  );
}
