import { useEffect, useState } from "react";

/** True once `waiting` has lasted this long: what is quick needs no word about it. */
export function useLate(waiting: boolean, milliseconds: number): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(() => setLate(true), milliseconds);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [waiting, milliseconds]);
  return late;
}
