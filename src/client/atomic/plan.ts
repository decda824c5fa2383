import { lazyMembers } from "../send/members.js";
import { copied } from "../send/input.js";

/** A call of a method of `tx`, and in other calls its resource. `copied` keeps it, because it is the instance of a class. */
export class PlannedCall {
  readonly args: readonly unknown[];

  /** @param args Copied now, because the callback may change them later. */
  constructor(
    readonly type: string,
    readonly method: string,
    ...args: unknown[]
  ) {
    this.args = copied(args);
  }
}

/** The operations of a batch, and what its callback returned. */
export interface PlannedBatch {
  readonly steps: readonly PlannedCall[];
  readonly result: unknown;
}

export function planned(plan: (tx: object) => unknown): PlannedBatch {
  const steps: PlannedCall[] = [];
  const step = (...call: ConstructorParameters<typeof PlannedCall>) => {
    if (Object.isFrozen(steps)) throw new TypeError("This batch is already planned. Call tx only in its callback.");
    return steps[steps.push(new PlannedCall(...call)) - 1];
  };
  const tx = lazyMembers((type) =>
    lazyMembers(
      (method) =>
        (...args: unknown[]) =>
          method === "relationship"
            ? lazyMembers((change) => (related: unknown) => step(type, change, ...args, related))
            : step(type, method, ...args),
    ),
  );
  const result = copied(plan(tx));
  return { steps: Object.freeze(steps), result };
}
