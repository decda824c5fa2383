let last = "/";

/** Keeps the list's address, so that the other views lead back to the list as it was left. */
export function rememberList(url: string): void {
  last = url;
}

export function lastList(): string {
  return last;
}
