import type { ResponseError } from "trestle/client";
import { Field } from "./field.js";

interface NewCategoryProps {
  readonly value: string;
  readonly onChange: (name: string) => void;
  readonly error: ResponseError | null;
}

/** The name of a category that is created together with the article. */
export function NewCategory({ value, onChange, error }: NewCategoryProps) {
  return (
    <Field
      label="New category"
      hint="Optional. The article and its category are created together, or neither is."
      errors={error?.fields.name}
    >
      {(control) => (
        <input
          {...control}
          className="narrow-input"
          value={value}
          autoComplete="off"
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}
