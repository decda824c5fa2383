const complete = new WeakSet<Response>();

/** Remembers that a response has its complete body, so that the server does not treat it as a stream. */
export function markComplete(response: Response): void {
  complete.add(response);
}

export function isComplete(response: Response): boolean {
  return complete.has(response);
}
