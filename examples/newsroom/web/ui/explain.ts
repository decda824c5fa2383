import { ResponseError, Unexpected } from "trestle/client";

/** Whether the server could not be reached, or the connection broke: the browser does not say which. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof Unexpected && error.code === "network";
}

/** Whether no response came, so the server may have done what it was asked. */
export function isUnknown(error: unknown): boolean {
  return isUnreachable(error) || (error instanceof Unexpected && error.code === "timeout");
}

/** Says that a write failed, such as "“Night shift” was not published", and why; or that it may have been done, if no response came. */
export function explainWrite(error: unknown, failed: string, done: string): string {
  const look = isUnreachable(error) ? "The list shows it when the server is back." : "Look at the list.";
  return isUnknown(error) ? `It is not known whether ${done}. ${look}` : `${failed}. ${explain(error)}`;
}

/** An error in words for the person in front of it: what happened, and what they can do. */
export function explain(error: unknown): string {
  if (isUnreachable(error)) return "The server could not be reached. Try again when it is back.";
  if (isUnknown(error)) return "The server took too long to answer. It may be busy: try again in a moment.";
  if (error instanceof ResponseError && error.status === 404)
    return "It is not there any more. Somebody may have deleted it.";
  if (error instanceof ResponseError && error.status >= 500) return "The server failed. Try again in a moment.";
  if (error instanceof ResponseError) return error.errors.map(({ detail, title }) => detail ?? title).join(" ");
  return "Something unexpected happened. Try again.";
}
