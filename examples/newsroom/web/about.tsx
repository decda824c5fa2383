import { useState } from "react";
import { paths } from "./router/route.js";
import { createStore } from "./ui/store.js";

const KEY = "about";
const isFirstVisit = localStorage.getItem(KEY) === null;
if (isFirstVisit) localStorage.setItem(KEY, "shown");
const shown = createStore(localStorage.getItem(KEY) === "shown");

/** What this page is, for people who see it for the first time. They can hide it on later visits. */
export function About() {
  const [canHide] = useState(!isFirstVisit);
  if (!shown.use()) return null;
  function hide() {
    localStorage.setItem(KEY, "hidden");
    shown.set(false);
  }
  return (
    <aside className="about" aria-label="About this page">
      <p>
        <strong>An example of Trestle, a TypeScript library for APIs.</strong> One declaration,{" "}
        <a href="/code/articles.ts">articles.ts</a>, is the HTTP API<span className="about-more">, its validation</span>{" "}
        and the client’s types. Publish a draft<span className="about-open"> (open it first)</span>:{" "}
        <span className="about-beside">“What Trestle did”</span>
        <span className="about-below">the bar below</span> explains it.
      </p>
      <nav aria-label="About">
        <a href={paths.two} aria-current={location.pathname === paths.two && "page"}>
          Two windows
        </a>
        <a href={paths.api}>The API</a>
        <a href={paths.code}>Code</a>
        <a href={paths.docs}>Docs</a>
        {canHide && (
          <button type="button" className="as-link" onClick={hide}>
            Hide
          </button>
        )}
      </nav>
    </aside>
  );
}
