import { useMemo, useState } from "react";
import { Choice } from "../ui/choice.js";
import { wordDifference } from "./word-difference.js";

type Side = "mine" | "theirs" | "both";

interface DifferenceProps {
  readonly label: string;
  /** What both began with. */
  readonly base: string;
  readonly mine: string;
  readonly theirs: string;
  /** Whether both changes fit into one, which is then the first choice. */
  readonly canMerge: boolean;
  readonly onChoose: (side: Side) => void;
}

/** One field in both versions, and the choice between them. */
export function Difference({ label, base, mine, theirs, canMerge, onChoose }: DifferenceProps) {
  const [side, setSide] = useState<Side>(canMerge ? "both" : "mine");
  const sides: readonly (readonly [Side, string])[] = [
    ...(canMerge ? [["both", "Merge both"] as const] : []),
    ["mine", "Keep yours"],
    ["theirs", "Take theirs"],
    ...(canMerge || label === "Author" ? [] : [["both", "Both, one after the other"] as const]),
  ];
  return (
    <div className="difference">
      <h3>{label}</h3>
      <Choice
        label={`${label}: which version`}
        options={sides}
        value={side}
        onChoose={(next) => {
          setSide(next);
          onChoose(next);
        }}
      />
      <div className="sides">
        <Version name="Yours" text={mine} base={base} />
        <Version name="Theirs" text={theirs} base={base} />
      </div>
    </div>
  );
}

/** A text, with the words marked that this version changed. */
function Version({ name, text, base }: { readonly name: string; readonly text: string; readonly base: string }) {
  const parts = useMemo(() => wordDifference(base, text), [base, text]);
  return (
    <div className="side">
      <p className="hint">{name}</p>
      <p className="side-text">
        {parts.map(
          ({ text, kind }, index) =>
            // biome-ignore-start lint/suspicious/noArrayIndexKey: parts of a text, in their places
            kind === "same" ? text : kind === "added" ? <ins key={index}>{text}</ins> : <del key={index}>{text}</del>,
          // biome-ignore-end lint/suspicious/noArrayIndexKey: as above
        )}
        {text === "" && <em>Empty</em>}
      </p>
    </div>
  );
}
