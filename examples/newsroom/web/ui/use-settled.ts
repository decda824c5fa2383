import { useEffect, useState } from "react";

/** The pause in typing after which the text counts, in milliseconds. */
const PAUSE = 250;

/** Returns the text after a pause in typing, so not each letter causes a request. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
