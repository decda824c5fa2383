import { type ReactNode, useId } from "react";

/** What a control needs to belong to its label, hint and errors. */
export interface ControlProps {
  readonly id: string;
  readonly "aria-invalid": boolean;
  readonly "aria-describedby": string | undefined;
}

interface FieldProps {
  readonly label: string;
  readonly hint?: string;
  /** What the server said of this field. */
  readonly errors?: readonly string[] | undefined;
  /** More about the errors: what to do next. */
  readonly help?: ReactNode;
  readonly children: (control: ControlProps) => ReactNode;
}

/** A control with its label above, and what is wrong with it below. */
export function Field({ label, hint, errors = [], help, children }: FieldProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, errors.length > 0 && `${id}-errors`].filter(Boolean).join(" ");
  return (
    <div className={errors.length > 0 ? "field field-wrong" : "field"}>
      <label htmlFor={id}>{label}</label>
      {children({ id, "aria-invalid": errors.length > 0, "aria-describedby": described || undefined })}
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {errors.length > 0 && (
        <div className="field-errors" id={`${id}-errors`}>
          {errors.map((error) => (
            <p key={error}>{error}</p>
          ))}
          {help}
        </div>
      )}
    </div>
  );
}
