import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { queryOptions } from "trestle/query";
import { desks, staff } from "../data/queries.js";
import { Difference } from "./difference.js";
import { mergeSets, mergeWords } from "./merge-words.js";
import { type ArticleValues, isSame } from "./values.js";

const FIELDS = { title: "Title", content: "Text", author: "Author", categories: "Filed under" } as const;
const NAMES = ["title", "content", "author", "categories"] as const;

interface CompareProps {
  /** Who changed the article. */
  readonly who: string;
  /** What the edit began with. */
  readonly base: ArticleValues;
  readonly mine: ArticleValues;
  readonly theirs: ArticleValues;
  readonly onChoose: (changes: Partial<ArticleValues>) => void;
  readonly onDone: () => void;
}

/** Both texts side by side, after somebody else saved. What is chosen is in the form at once, where it can be merged by hand. */
export function Compare({ who, base, mine: typed, theirs, onChoose, onDone }: CompareProps) {
  const [mine] = useState(typed);
  const names = useNames();
  const heading = useRef<HTMLHeadingElement>(null);
  const changed = NAMES.filter((field) => !isSame(base, theirs, field));
  const fields = changed.filter((field) => !isSame(mine, theirs, field));
  const merged = useMemo(() => mergeFields(base, mine, theirs), [base, mine, theirs]);
  const begin = useEffectEvent(() => {
    heading.current?.focus();
    const given = Object.entries(merged).filter(([field]) => fields.some((each) => each === field));
    if (given.length > 0) onChoose(Object.fromEntries(given)); // all at once: the first choice
  });
  useEffect(() => begin(), []);
  const shown = (values: ArticleValues, field: keyof typeof FIELDS) =>
    [values[field]].flat().map((value) => (field === "author" || field === "categories" ? names(field, value) : value));
  return (
    <section className="compare" aria-labelledby="compare">
      <h2 id="compare" tabIndex={-1} ref={heading}>
        {who} changed this article while you were writing
      </h2>
      <p className="hint">
        {fields.length > 0
          ? "Nothing is lost. Choose for each field; the form below follows, and you can edit it further."
          : `Their changes (${changed.map((field) => FIELDS[field].toLowerCase()).join(", ")}) do not touch yours, so both fit together.`}
      </p>
      {fields.map((field) => (
        <Difference
          key={field}
          label={FIELDS[field]}
          base={shown(base, field).join(", ")}
          mine={shown(mine, field).join(", ")}
          theirs={shown(theirs, field).join(", ")}
          canMerge={merged[field] !== undefined}
          onChoose={(which) =>
            onChoose({
              [field]:
                which === "mine"
                  ? mine[field]
                  : which === "theirs"
                    ? theirs[field]
                    : (merged[field] ?? inTurn(mine, theirs, field)),
            })
          }
        />
      ))}
      <button type="button" onClick={onDone}>
        Continue with this
      </button>
    </section>
  );
}

/** Both changes in one, of each field where they do not touch each other. */
function mergeFields(base: ArticleValues, mine: ArticleValues, theirs: ArticleValues): Partial<ArticleValues> {
  const title = mergeWords(base.title, mine.title, theirs.title);
  const content = mergeWords(base.content, mine.content, theirs.content);
  const categories = mergeSets(base.categories, mine.categories, theirs.categories);
  return { ...(title !== undefined && { title }), ...(content !== undefined && { content }), categories };
}

/** Both texts, one after the other, for a person to merge by hand. */
function inTurn(mine: ArticleValues, theirs: ArticleValues, field: keyof typeof FIELDS): string {
  return `${mine[field]}${field === "content" ? "\n\n" : " / "}${theirs[field]}`;
}

/** Turns ids into names. */
function useNames() {
  const { data: people = [] } = useQuery(queryOptions(staff));
  const { data: categories = [] } = useQuery(queryOptions(desks));
  return (field: "author" | "categories", id: string) =>
    field === "author"
      ? (people.find((each) => each.id === id)?.username ?? "No author")
      : (categories.find((each) => each.id === id)?.name ?? id);
}
