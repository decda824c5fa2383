import type { ReactNode } from "react";
import { explain } from "./explain.js";

interface FailureProps {
  /** What did not work: "The articles could not be loaded". */
  readonly what: string;
  readonly error: unknown;
  readonly onRetry: () => void;
  /** Another way on, if the same request would fail again. */
  readonly children?: ReactNode;
}

/** What went wrong, in words, and a way on. */
export function Failure({ what, error, onRetry, children }: FailureProps) {
  return (
    <div className="failure" role="alert">
      <div>
        <p className="failure-what">{what}</p>
        <p>{explain(error)}</p>
      </div>
      {children || (
        <button type="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}
