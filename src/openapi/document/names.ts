import type { OperationInfo } from "../../define/types/operation-info.js";

/** The characters allowed in component names and operation ids. Others are replaced by their code point: `_x20ac`. */
function plain(text: string): string {
  return text.replace(/[^A-Za-z0-9_-]/gu, (character) => `_x${character.codePointAt(0)?.toString(16)}`);
}

/** `blog-posts` is `BlogPosts`. */
export function pascalCase(text: string): string {
  return plain(text)
    .split(/[-_ ]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}

/**
 * `articles_getMany`, `articles_getRelated_author`, `tickets_command_merge`, `tickets_collection_command_import`,
 * `command_login`: the names in the code, so that an id changes only if the code does.
 */
export function operationId({ type, kind, relationship, action, place }: OperationInfo): string {
  return [place === "api" ? undefined : type, place === "collection" ? place : undefined, kind, relationship ?? action]
    .filter((part) => part !== undefined)
    .map(plain)
    .join("_");
}

/** Returns ids that differ: the second of two equal ids gets `_2`. */
export function uniqueIds(ids: readonly string[]): string[] {
  const taken = new Set<string>();
  return ids.map((id) => {
    let free = id;
    for (let count = 2; taken.has(free); count++) free = `${id}_${count}`;
    taken.add(free);
    return free;
  });
}
