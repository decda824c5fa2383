/** One tag of `If-Match` or `If-None-Match`, without its quotes. */
export interface EntityTag {
  readonly isWeak: boolean;
  readonly text: string;
}

/** RFC 9110, 8.8.3. A list may have empty members (5.6.1). */
const MEMBER = /[ \t]*(?:(W\/)?"([\x21\x23-\x7e\x80-\xff]*)")?[ \t]*(?:,|$)/y;

/** Reads `If-Match` or `If-None-Match`. `"*"` stands for any tag. Undefined for a header that is neither `*` nor a list of tags. */
export function parseTags(header: string): "*" | readonly EntityTag[] | undefined {
  if (header.trim() === "*") return "*";
  const tags: EntityTag[] = [];
  MEMBER.lastIndex = 0;
  while (MEMBER.lastIndex < header.length) {
    const member = MEMBER.exec(header);
    if (member === null) return undefined;
    if (member[2] !== undefined) tags.push({ isWeak: member[1] !== undefined, text: member[2] });
  }
  return tags.length === 0 ? undefined : tags;
}

/** Separates the version from the hash of the body. No version contains it. */
const SEPARATOR = "!";

/** The version in a tag. A tag may also be a version alone: `"7"`. */
export function versionIn({ text }: EntityTag): string {
  return text.split(SEPARATOR, 1)[0] ?? "";
}

/** Makes the strong tag of a response that contains only one resource. */
export async function entityTag(version: string, contentType: string, body: string): Promise<string> {
  const bytes = new TextEncoder().encode(`${contentType}\n${body}`);
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).subarray(0, HASH_LENGTH);
  let text = "";
  for (const byte of hash) text += byte.toString(16).padStart(2, "0");
  return `"${version}${SEPARATOR}${text}"`;
}

/** Bytes: enough that two bodies of one version never have the same. */
const HASH_LENGTH = 12;

/** Whether `If-None-Match` lists a tag. It uses the weak comparison (RFC 9110, 13.1.2), so a proxy may weaken the tag. */
export function isListed(header: string | undefined, tag: string): boolean {
  const tags = header === undefined ? undefined : parseTags(header);
  return tags === "*" || (tags?.some(({ text }) => `"${text}"` === tag) ?? false);
}
