/** Whether an article is out, in words and in colour. */
export function Status({ published }: { readonly published: boolean }) {
  return (
    <span className={`status ${published ? "status-published" : "status-draft"}`}>
      {published ? "Published" : "Draft"}
    </span>
  );
}
