import type { KeepFile } from "../server/receive-form.js";

/** Keeps a file in memory. */
export const keepFile: KeepFile = async (content, file) => {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return new File(chunks, file.name, file);
};
