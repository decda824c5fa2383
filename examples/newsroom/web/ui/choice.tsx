import { useId } from "react";

interface ChoiceProps<TValue extends string> {
  readonly label: string;
  readonly options: readonly (readonly [value: TValue, text: string])[];
  readonly value: TValue;
  readonly onChoose: (value: TValue) => void;
}

/** One of a few, side by side: radio buttons that look like one control. */
export function Choice<TValue extends string>({ label, options, value, onChoose }: ChoiceProps<TValue>) {
  const name = useId();
  return (
    <fieldset className="choice">
      <legend className="unseen">{label}</legend>
      {options.map(([each, text]) => (
        <label key={each}>
          <input type="radio" name={name} checked={each === value} onChange={() => onChoose(each)} />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  );
}
