import { useState } from "react";
import { whoChanges } from "../two/who-changes.js";

/** Says that the article changed while it was edited, and by whom, as far as the page knows when it hears of it. */
export function Behind({ onCompare }: { readonly onCompare: () => void }) {
  const [who] = useState(whoChanges);
  return (
    <>
      {who} just changed this article.{" "}
      <button type="button" className="as-link" onClick={onCompare}>
        Compare
      </button>
    </>
  );
}
