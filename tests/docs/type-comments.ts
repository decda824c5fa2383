/** A comment that is only a type: `Date`, `string | undefined`. */
const PART = String.raw`(?:string|number|boolean|bigint|Date|null|undefined|unknown|never)(?:\[\])?`;
const CLAIM = new RegExp(String.raw`^( *)((?:else |if \([^)]*\) )?)([^;=]+); // (${PART}(?: \| ${PART})*)$`);

/** Prepended to a module on its first line, so that all lines keep their numbers. */
const HELPER =
  "const typeIs = <T>() => <U>(_value: U, ..._same: (<X>() => X extends T ? 1 : 2) extends (<X>() => X extends U ? 1 : 2) ? [] : [wrongTypeComment: U]): void => {}; ";

/** Replaces each statement `value; // Type` by code that compiles only if the value has exactly this type. */
export function checkTypeComments(lines: readonly string[]): string[] {
  const checked = lines.map((line) => line.replace(CLAIM, "$1$2typeIs<$4>()($3); // $4"));
  if (checked.every((line, index) => line === lines[index])) return [...lines];
  return [HELPER + (checked[0] ?? ""), ...checked.slice(1)];
}
