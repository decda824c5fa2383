import type { ResponseError } from "trestle/client";
import { useServerLost } from "../notices/server-state.js";
import { explain, isUnknown, isUnreachable } from "../ui/explain.js";

const UNKNOWN = "It is not known whether the article was saved";

interface FormProblemProps {
  readonly error: ResponseError | null;
  /** The fields that say themselves what is wrong with them. */
  readonly known: readonly string[];
}

/** What is wrong with the whole of it, or with a field that the form does not show. */
export function FormProblem({ error, known }: FormProblemProps) {
  const lost = useServerLost();
  if (!error) return null;
  if (isUnreachable(error)) return <Unsent lost={lost} />;
  const beside = Object.keys(error.fields).filter((field) => known.includes(field));
  if (beside.length > 0) return null;
  return (
    <div className="failure" role="alert" tabIndex={-1}>
      <div>
        <p className="failure-what">{isUnknown(error) ? UNKNOWN : "The article was not saved"}</p>
        <p>{explain(error)} What you wrote is still here.</p>
      </div>
    </div>
  );
}

/** No word about the lost server, which the bar at the end of the window has. It is back when the bar goes. */
function Unsent({ lost }: { readonly lost: boolean }) {
  return (
    <div className="failure" role="alert" tabIndex={-1}>
      <p>
        <span className="failure-what">{UNKNOWN}.</span>{" "}
        {lost ? "What you wrote is still here." : "The server is back."}
      </p>
      {!lost && <button type="submit">Save again</button>}
    </div>
  );
}
