// A reload shows what the reader wrote in this tab. A link with the same form is a stranger's.

const KEY = "playground";

/** Notes that the reader of this tab wrote what the address says. */
export function ownAddress(hash: string): void {
  try {
    sessionStorage.setItem(KEY, hash);
  } catch {
    // A browser that keeps nothing asks after a reload.
  }
}

export function addressIsOwn(hash: string): boolean {
  try {
    return sessionStorage.getItem(KEY) === hash;
  } catch {
    return false;
  }
}
