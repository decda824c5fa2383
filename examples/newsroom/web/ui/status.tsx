import { usePublishing } from "../data/publishing.js";
import { useLate } from "./use-late.js";

/** In milliseconds. What the server confirms sooner is shown as done at once. */
const LONG = 2500;

interface StatusProps {
  readonly article: { readonly id: string; readonly published: boolean };
}

/** Whether an article is out, in words and in colour; or that the server has long not confirmed it. */
export function Status({ article: { id, published } }: StatusProps) {
  const isLate = useLate(usePublishing().has(id), LONG);
  return (
    <span className={`status ${published && !isLate ? "status-published" : "status-draft"}`}>
      {isLate ? (published ? "Publishing …" : "Unpublishing …") : published ? "Published" : "Draft"}
    </span>
  );
}
