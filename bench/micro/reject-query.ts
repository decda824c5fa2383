import type { Variants } from "./variants.js";

// Why a part of a request may return its error: `Refusal` in server/kernel/request-state.ts.

/** An error without a stack, as protocol/errors/request-error.ts makes it. */
class RequestError {
  constructor(readonly errors: readonly object[]) {}
}

const returns = (index: number) => new RequestError([{ index }]);
const throws = (index: number): RequestError => {
  throw new RequestError([{ index }]);
};

/** What rejects a request, and what calls it. */
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
