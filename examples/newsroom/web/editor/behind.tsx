/** Says that somebody changed the article during the edit, and who, if the page knows. */
export function Behind({ who, onCompare }: { readonly who: string; readonly onCompare: () => void }) {
  return (
    <>
      {who} just changed this article.{" "}
      <button type="button" className="as-link" onClick={onCompare}>
        Compare
      </button>
    </>
  );
}
