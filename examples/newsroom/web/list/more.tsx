import { useEffect, useEffectEvent, useRef } from "react";
import { Failure } from "../ui/failure.js";

interface MoreProps {
  readonly busy: boolean;
  /** Why there was no more, the last time. */
  readonly error: Error | null;
  readonly onMore: () => void;
}

/** Fetches more as it comes near the window. It is also a button, for users who do not scroll. */
export function More({ busy, error, onMore }: MoreProps) {
  const button = useRef<HTMLButtonElement>(null);
  const reach = useEffectEvent(onMore);

  useEffect(() => {
    // After a failure a person decides when to try again.
    if (busy || error || button.current === null) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && reach(), { rootMargin: "400px" });
    observer.observe(button.current);
    return () => observer.disconnect();
  }, [busy, error]);

  if (error && !busy)
    return <Failure what="There is more, but it could not be loaded" error={error} onRetry={onMore} />;
  return (
    <button ref={button} type="button" className="more" aria-disabled={busy} onClick={() => busy || onMore()}>
      {busy ? "Loading …" : "Load more"}
    </button>
  );
}
