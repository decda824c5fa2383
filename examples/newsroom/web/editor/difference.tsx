import { useState } from "react";
import { Choice } from "../ui/choice.js";

type Side = "mine" | "theirs" | "both";

interface DifferenceProps {
  readonly label: string;
  readonly mine: string;
  readonly theirs: string;
  readonly onChoose: (side: Side) => void;
}

/** One field in both versions, and the choice between them. */
export function Difference({ label, mine, theirs, onChoose }: DifferenceProps) {
  const [side, setSide] = useState<Side>("mine");
  const sides: readonly (readonly [Side, string])[] =
    label === "Author"
      ? [
          ["mine", "Keep yours"],
          ["theirs", "Take theirs"],
        ]
      : [
          ["mine", "Keep yours"],
          ["theirs", "Take theirs"],
          ["both", "Merge both"],
        ];
  return (
    <div className="difference">
      <h3>{label}</h3>
      <div className="sides">
        <Version name="Yours" text={mine} other={theirs} />
        <Version name="Theirs" text={theirs} other={mine} />
      </div>
      <Choice
        label={`${label}: which version`}
        options={sides}
        value={side}
        onChoose={(next) => {
          setSide(next);
          onChoose(next);
        }}
      />
    </div>
  );
}

/** A text, with the sentences marked that the other does not have. */
function Version({ name, text, other }: { readonly name: string; readonly text: string; readonly other: string }) {
  const sentencesOf = (all: string) => all.split(/(?<=[.!?]\s+|\n)/);
  const known = new Set(sentencesOf(other).map((each) => each.trim()));
  return (
    <div className="side">
      <p className="hint">{name}</p>
      <p className="side-text">
        {sentencesOf(text).map((sentence, index) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text, in their places
          known.has(sentence.trim()) ? sentence : <mark key={index}>{sentence}</mark>,
        )}
        {text === "" && <em>Empty</em>}
      </p>
    </div>
  );
}
