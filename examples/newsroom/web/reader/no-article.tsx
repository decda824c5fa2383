import { useTitle } from "../ui/use-title.js";

/** What stands in place of an article that the server does not find. */
export function NoArticle() {
  useTitle("Not found");
  return (
    <div className="empty" role="alert">
      <h1 className="empty-what" tabIndex={-1}>
        No article has this address
      </h1>
      <p>It may have been deleted.</p>
    </div>
  );
}
