import { useEffect, useState } from "react";
import { SearchIcon } from "../ui/icons.js";

interface SearchFieldProps {
  readonly value: string;
  readonly onSearch: (value: string) => void;
}

/** Searching begins once nobody has typed for this long, in milliseconds. */
const PAUSE = 250;

/** A search that follows what is typed, and what going back makes of it. */
export function SearchField({ value, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  if (value !== known) {
    setKnown(value);
    setTyped(value);
  }

  useEffect(() => {
    if (typed === known) return;
    const timer = setTimeout(() => {
      setKnown(typed);
      onSearch(typed);
    }, PAUSE);
    return () => clearTimeout(timer);
  });

  return (
    <search className="search">
      <SearchIcon />
      <input
        type="search"
        aria-label="Search titles"
        placeholder="Search titles"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </search>
  );
}
