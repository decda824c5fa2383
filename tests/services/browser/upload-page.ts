import type { ApiOf } from "trestle";
import { createClient, type Progress } from "trestle/client";
import type { uploadApi } from "../../actions/upload-api.js";

// The script of the page that `upload.test.ts` opens.

interface Api extends ApiOf<typeof uploadApi> {}

export interface Given {
  readonly url: string;
  readonly size: number;
  readonly ends?: "abort" | "own fetch";
}

/** What a page sees of an upload. */
export interface Seen {
  readonly data: unknown;
  readonly seen: readonly Progress[];
  readonly code: string | undefined;
  readonly status: number | undefined;
  readonly fields: readonly string[];
}

declare global {
  var upload: (given: Given) => Promise<Seen>;
}

globalThis.upload = async ({ url, size, ends }) => {
  const client = createClient<Api>({ url, ...(ends === "own fetch" && { fetch: (request) => fetch(request) }) });
  const controller = new AbortController();
  const seen: Progress[] = [];
  const onProgress = (progress: Progress) => {
    seen.push(progress);
    if (ends === "abort") controller.abort();
  };
  const file = new File([new Uint8Array(size)], 'a "b".bin');
  const { data, error } = await client.command
    .upload({ file, at: new Date(0) }, { onProgress, signal: controller.signal })
    .safe();
  return { data, seen, code: error?.code, status: error?.status, fields: Object.keys(error?.fields ?? {}) };
};
