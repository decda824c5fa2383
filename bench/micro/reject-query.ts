import type { Variants } from "./variants.js";

// Why a step may return its error: `RequestStep` in server/pipeline/request-state.ts.

/** An error without a stack, as protocol/errors/request-error.ts makes it. */
class RequestError {
  constructor(readonly problems: readonly object[]) {}
}

const returns = (index: number) => new RequestError([{ index }]);
const throws = (index: number): RequestError => {
  throw new RequestError([{ index }]);
};

/** A step that rejects a request, and what runs the step. */
export const rejectQuery: Variants = {
  kept: "returned",
  run: {
    returned: (index) => returns(index).problems.length,
    thrown: (index) => {
      try {
        return throws(index).problems.length;
      } catch (error) {
        return error instanceof RequestError ? error.problems.length : 0;
      }
    },
  },
};
