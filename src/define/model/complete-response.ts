const complete = new WeakSet<Response>();

/** Remembers that a response has its whole body, so that the server need not watch it as a stream. */
export function markComplete(response: Response): void {
  complete.add(response);
}

export function isComplete(response: Response): boolean {
  return complete.has(response);
}
