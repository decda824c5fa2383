import type { ResponseError } from "trestle/client";
import { explain } from "../ui/explain.js";

interface FormProblemProps {
  readonly error: ResponseError | null;
  /** The fields that say themselves what is wrong with them. */
  readonly known: readonly string[];
}

/** What is wrong with the whole of it, or with a field that the form does not show. */
export function FormProblem({ error, known }: FormProblemProps) {
  if (!error) return null;
  const beside = Object.keys(error.fields).filter((field) => known.includes(field));
  if (beside.length > 0) return null;
  return (
    <div className="failure" role="alert" tabIndex={-1}>
      <div>
        <p className="failure-what">The article was not saved</p>
        <p>{explain(error)} What you wrote is still here.</p>
      </div>
    </div>
  );
}
