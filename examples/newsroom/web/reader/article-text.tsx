import type { Article } from "../data/client.js";
import { toMoment } from "../data/date.js";
import { Status } from "../ui/status.js";
import { useTitle } from "../ui/use-title.js";

/** The article itself, or the room that it will take. The heading stays the same one, so that the focus on it stays. */
export function ArticleText({ article }: { readonly article: Article | undefined }) {
  useTitle(article?.title ?? "Article");
  return (
    <article className="story" aria-busy={article === undefined}>
      <h1 tabIndex={-1}>{article?.title ?? <LongBone />}</h1>
      {article ? (
        <>
          <p className="byline">
            <Status article={article} />
            <span>{article.author ? `By ${article.author.username}` : "No author"}</span>
            <time dateTime={article.created_at.toISOString()}>{toMoment(article.created_at)}</time>
          </p>
          {paragraphs(article.content)}
        </>
      ) : (
        <span className="bone bone-text" />
      )}
    </article>
  );
}

function LongBone() {
  return (
    <>
      <span className="unseen">Loading the article</span>
      <span className="bone bone-heading" />
    </>
  );
}

function paragraphs(content: string) {
  // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs of one text have nothing but their place
  return content.split(/\n{2,}/).map((text, index) => <p key={index}>{text}</p>);
}
