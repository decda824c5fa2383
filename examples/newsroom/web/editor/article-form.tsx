import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, type ReactNode, type SubmitEvent, useEffect, useRef } from "react";
import type { ResponseError } from "trestle/client";
import { queryOptions } from "trestle/query";
import { staff } from "../data/queries.js";
import { CategoryFields } from "./category-fields.js";
import { Field } from "./field.js";
import { FormProblem } from "./form-problem.js";
import { TitleTaken } from "./title-taken.js";
import type { ArticleValues } from "./values.js";

interface ArticleFormProps {
  readonly values: ArticleValues;
  readonly dirty: boolean;
  readonly onChange: (changes: Partial<ArticleValues>) => void;
  readonly onSubmit: () => void;
  readonly error: ResponseError | null;
  /** Stands beside the actions, in place of "Not saved yet". */
  readonly note?: ReactNode;
  /** The fields that only some forms have. */
  readonly children?: ReactNode;
  readonly actions: ReactNode;
}

/** The fields of an article. The server alone says what is wrong: there is one set of rules, and it is there. */
export function ArticleForm({ values, dirty, onChange, onSubmit, error, note, children, actions }: ArticleFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const { data: people = [] } = useQuery(queryOptions(staff));
  const fields = error?.fields ?? {};

  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"]')?.focus();
  }, [error]);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    onSubmit();
  }

  function press({ key, ctrlKey, metaKey }: KeyboardEvent) {
    if (key === "Enter" && (ctrlKey || metaKey)) form.current?.requestSubmit();
  }

  return (
    <form ref={form} className="editor" noValidate onSubmit={submit} onKeyDown={press}>
      <FormProblem error={error} known={["title", "content", "author", "categories", "name"]} />
      <Field
        label="Title"
        errors={fields.title}
        help={fields.title && error?.status === 409 && <TitleTaken title={values.title} />}
      >
        {(control) => (
          <input
            {...control}
            className="title-input"
            value={values.title}
            autoComplete="off"
            onChange={({ target }) => onChange({ title: target.value })}
          />
        )}
      </Field>
      <Field label="Text" hint="An empty line begins a new paragraph." errors={fields.content}>
        {(control) => (
          <textarea
            {...control}
            rows={8}
            value={values.content}
            onChange={({ target }) => onChange({ content: target.value })}
          />
        )}
      </Field>
      <Field label="Author" errors={fields.author}>
        {(control) => (
          <select {...control} value={values.author} onChange={({ target }) => onChange({ author: target.value })}>
            <option value="">No author</option>
            {people.map(({ id, username }) => (
              <option key={id} value={id}>
                {username}
              </option>
            ))}
          </select>
        )}
      </Field>
      <CategoryFields chosen={values.categories} onChange={(categories) => onChange({ categories })} />
      {children}
      <div className="form-actions">
        {actions}
        <p className={note ? "kept" : "hint kept"}>{note || (dirty && "Not saved yet. This browser keeps it.")}</p>
      </div>
    </form>
  );
}
