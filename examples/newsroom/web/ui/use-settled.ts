import { useEffect, useState } from "react";

/** Nobody has typed for this long, in milliseconds. */
const PAUSE = 250;

/** The text, once nobody has changed it for a moment: a request for each letter would be too many. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
