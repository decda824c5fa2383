/** The texts of the repository's files, by path. */
type Files = ReadonlyMap<string, string>;

const PLACEHOLDERS = ".github/placeholders.json";
/** Finds the version in a sentence or a table of a document: "This is version 0.1.0". */
const MENTION = /(?:"trestle": "\^|This is version |\| version [|·] )(\d+\.\d+\.\d+)/g;
const PACKAGES = ["package.json", "package-lock.json", "create-trestle/package.json"];

/** What must still be done before this state can be released, one text for each. `tag` is the release's, such as "v0.2.0". */
export function releaseProblems(files: Files, tag?: string): string[] {
  const { version }: { version: string } = JSON.parse(textOf(files, "package.json"));
  return [
    ...placeholderProblems(files),
    ...versionProblems(files, version),
    ...(tag === undefined || tag === `v${version}`
      ? []
      : [`The tag is "${tag}", and package.json has the version ${version}: tag the release as v${version}.`]),
    ...(releaseNotes(textOf(files, "CHANGELOG.md"), version) === undefined
      ? [
          `CHANGELOG.md has no text with a date for ${version}: its heading must be such as "## ${version} (2027-01-31)", without "(unreleased)".`,
        ]
      : []),
  ];
}

/** Notes as a page of GitHub shows them: a link to a file of the repository leads to this file, as it was at the tag. */
export function linkedNotes(notes: string, repository: string, tag: string): string {
  return notes.replaceAll(/\]\((?![a-z]+:)/g, `](${repository}/blob/${tag}/`);
}

/** The text of a version in the changelog, or undefined if it has no text, or its heading has no date. */
export function releaseNotes(changelog: string, version: string): string | undefined {
  for (const section of changelog.split(/^## /m)) {
    const [heading = "", ...lines] = section.split("\n");
    const [, name] = /^(\S+) \(\d{4}-\d{2}-\d{2}\)$/.exec(heading) ?? [];
    if (name === version) return lines.join("\n").trim() || undefined;
  }
  return undefined;
}

function placeholderProblems(files: Files): string[] {
  const placeholders: Record<string, string> = JSON.parse(textOf(files, PLACEHOLDERS));
  return Object.entries(placeholders).flatMap(([placeholder, meaning]) => {
    const paths = [...files].filter(([path, text]) => path !== PLACEHOLDERS && text.includes(placeholder));
    if (paths.length === 0) return [];
    return [`Replace ${placeholder} by ${meaning}, in:\n${paths.map(([path]) => `  ${path}`).join("\n")}`];
  });
}

function versionProblems(files: Files, version: string): string[] {
  const versions = PACKAGES.filter((path) => JSON.parse(textOf(files, path)).version !== version);
  const ranges = [...files].filter(
    ([path, text]) =>
      /^create-trestle\/templates\/.*package\.json$/.test(path) &&
      (JSON.parse(text).dependencies?.trestle ?? `^${version}`) !== `^${version}`,
  );
  const documents = [...files].filter(
    ([path, text]) =>
      path.endsWith(".md") && [...text.matchAll(MENTION)].some(([, mentioned]) => mentioned !== version),
  );
  return [
    ...versions.map((path) => `${path} has another version than package.json: write "version": "${version}".`),
    ...ranges.map(([path]) => `${path} installs another version: write "trestle": "^${version}".`),
    ...documents.map(([path]) => `${path} names another version: write ${version}.`),
  ];
}

function textOf(files: Files, path: string): string {
  const text = files.get(path);
  if (text === undefined) throw new Error(`${path} is missing.`);
  return text;
}
