import type { ReactNode } from "react";
import { useLate } from "./use-late.js";

const LONG = 2500;

interface WaitingProps {
  readonly waiting: boolean;
  /** What stands there otherwise. */
  readonly children?: ReactNode;
}

/** A line about what is shown. Where the server is slow it says so instead, once it is. */
export function Waiting({ waiting, children }: WaitingProps) {
  const late = useLate(waiting, LONG);
  return (
    <p className="waiting" role="status">
      {late ? "The server is taking its time. Still waiting …" : children}
    </p>
  );
}
