import type { Variants } from "./variants.js";

// Why a step may return its error: `RequestStep` in server/pipeline/request-state.ts.

/** An error without a stack, as protocol/errors/request-error.ts makes it. */
class RequestError {
  constructor(readonly errors: readonly object[]) {}
}

const returns = (index: number) => new RequestError([{ index }]);
const throws = (index: number): RequestError => {
  throw new RequestError([{ index }]);
};

/** A step that rejects a request, and what runs the step. */
export const rejectQuery: Variants = {
  kept: "returned",
  run: {
    returned: (index) => returns(index).errors.length,
    thrown: (index) => {
      try {
        return throws(index).errors.length;
      } catch (error) {
        return error instanceof RequestError ? error.errors.length : 0;
      }
    },
  },
};
