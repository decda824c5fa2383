import { useQuery } from "@tanstack/react-query";
import { queryOptions } from "trestle/query";
import { desks } from "../data/queries.js";

interface CategoryFieldsProps {
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** The categories of an article, saved with the rest of its form. */
export function CategoryFields({ chosen, onChange }: CategoryFieldsProps) {
  const { data: all = [] } = useQuery(queryOptions(desks));
  return (
    <fieldset className="categories">
      <legend>Filed under</legend>
      <div className="toggles">
        {all.map(({ id, name }) => (
          <label key={id} className="toggle">
            <input
              type="checkbox"
              checked={chosen.includes(id)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, id] : chosen.filter((each) => each !== id))
              }
            />
            <span>{name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
