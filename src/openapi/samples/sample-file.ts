import { TEXT } from "../../wire/media-types.js";

/** The name of a file in samples. Its ending is of its type. */
export function fileName(type = ""): string {
  const ending = ["", TEXT].includes(type) ? "txt" : /\/([a-z\d]{2,4})(?:\+|$)/.exec(type)?.[1];
  return `file.${ending ?? "bin"}`;
}
