/** A call, with its strings and methods in colours. */
export function Code({ children }: { readonly children: string }) {
  const parts = children.split(/("(?:[^"\\]|\\.)*"|\.\w+(?=\())/);
  return (
    <pre className="call">
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text, in their places
        <span key={index} className={kindOf(part)}>
          {part}
        </span>
      ))}
    </pre>
  );
}

function kindOf(part: string): string | undefined {
  if (part.startsWith('"')) return "code-string";
  return part.startsWith(".") ? "code-method" : undefined;
}
