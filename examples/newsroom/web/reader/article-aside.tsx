import type { Article } from "../data/client.js";
import { Categories } from "./categories.js";
import { MoreBy } from "./more-by.js";

/** What belongs to the article beside its text. */
export function ArticleAside({ article }: { readonly article: Article | undefined }) {
  if (article === undefined) return null;
  return (
    <aside className="reader-aside" aria-label="About this article">
      <Categories article={article} />
      {article.author && <MoreBy author={article.author} except={article.id} />}
    </aside>
  );
}
