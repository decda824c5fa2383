/** What the watcher found in the documents of the running test. */
const complaints: string[] = [];

/** Remembers problems of a document, for the end of the test in which it passed. */
export function complain(problems: readonly string[], where: string): void {
  if (problems.length > 0) complaints.push(`${where}\n  ${problems.join("\n  ")}`);
}

/** What was found since it was asked last. */
export function takeComplaints(): string[] {
  return complaints.splice(0);
}
