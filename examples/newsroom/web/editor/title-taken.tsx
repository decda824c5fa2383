import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { queryOptions } from "trestle/query";
import { articlesTitled } from "../data/queries.js";
import { paths } from "../router/route.js";

/** What to do when a title is taken (409): choose another, or look at the article that has it. */
export function TitleTaken({ title }: { readonly title: string }) {
  // Of the title that was refused: the next letter typed must not begin another search.
  const [refused] = useState(title);
  const { data = [] } = useQuery(queryOptions(articlesTitled(refused)));
  const other = data.find((article) => article.title === refused);
  return (
    <p>
      Titles are unique. Choose another one
      {other && (
        <>
          , or{" "}
          <a href={paths.reader(other.id)} target="_blank" rel="noreferrer">
            look at the article that has it
          </a>{" "}
          (in a new tab): perhaps the story is written already
        </>
      )}
      .
    </p>
  );
}
