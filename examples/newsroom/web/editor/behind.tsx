import { useState } from "react";
import { whoChanges } from "../two/who-changes.js";

/** Says that somebody changed the article during the edit, and who, if the page knows. */
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
