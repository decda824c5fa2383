import { useMutation, useQuery } from "@tanstack/react-query";
import { mutationOptions, queryOptions } from "trestle/query";
import { type Article, client } from "../data/client.js";
import { desks } from "../data/queries.js";
import { notify } from "../notices/notices.js";
import { say } from "../requests/said.js";
import { explainWrite } from "../ui/explain.js";
import { quote } from "../ui/quote.js";

const options = (title: string) => ({
  meta: { ...say("change", `the categories of ${quote(title)}`) },
  optimistic: true as const,
  onError: (error: unknown) =>
    notify(explainWrite(error, "The categories were not changed", "the categories were changed"), { tone: "bad" }),
});

interface CategoriesProps {
  readonly article: Pick<Article, "id" | "title" | "categories">;
}

/** The categories, each switched by a request to the relationship. No form: what is switched is done. */
export function Categories({ article: { id, title, categories } }: CategoriesProps) {
  const { data: all } = useQuery(queryOptions(desks));
  const add = useMutation(mutationOptions(client.articles, "add", "categories", options(title)));
  const remove = useMutation(mutationOptions(client.articles, "remove", "categories", options(title)));
  const filed = new Set(categories.map((category) => category.id));
  // Half of it would be pushed about by the rest.
  if (all === undefined) return null;
  return (
    <fieldset className="categories">
      <legend>Filed under</legend>
      <p className="hint">Each change is saved at once.</p>
      <div className="toggles">
        {all.map((category) => (
          <label key={category.id} className="toggle">
            <input
              type="checkbox"
              checked={filed.has(category.id)}
              onChange={({ target }) => (target.checked ? add : remove).mutate({ id, related: [category.id] })}
            />
            <span>{category.name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
