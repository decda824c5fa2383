import type { OperationInfo } from "../define/types/operation-info.js";

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
 * `articles_getMany`, `articles_getRelated_author`, `articles_rpc_publish`: what is written in the code, so that it
 * changes only where the code does.
 */
export function operationId({ type, kind, relationship, action }: OperationInfo): string {
  return [type, kind, relationship ?? action]
    .filter((part) => part !== undefined)
    .map(plain)
    .join("_");
}
