/**
 * Returns the source of an equivalent pattern without flags, because JSON Schema's patterns have none. Undefined if there
 * is none. For the flag `i`, letters are written in both cases.
 */
export function withoutFlags({ source, flags }: RegExp): string | undefined {
  if (/[ms]/.test(flags)) return undefined;
  if (!flags.includes("i")) return source;
  let text = "";
  let inClass = false;
  for (let index = 0; index < source.length; index++) {
    const token = tokenAt(source, index, inClass);
    index += token.length - 1;
    if (token === "[" && !inClass) inClass = true;
    else if (token === "]") inClass = false;
    text += bothCases(token, inClass);
  }
  return text;
}

/** An escape, a group's head, in a class a range, or one character. */
function tokenAt(source: string, index: number, inClass: boolean): string {
  const rest = source.slice(index);
  const escaped = /^\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|k<[^>]*>|.)/s.exec(rest);
  if (escaped !== null) return escaped[0];
  if (!inClass) return /^\(\?(?:<[A-Za-z_$][\w$]*>|<?[=!]|:)/.exec(rest)?.[0] ?? source.charAt(index);
  return /^[a-zA-Z]-[a-zA-Z]/.exec(rest)?.[0] ?? source.charAt(index);
}

function bothCases(token: string, inClass: boolean): string {
  if (!/^[a-zA-Z](?:-[a-zA-Z])?$/.test(token)) return token;
  const isRange = token.length > 1;
  const [lower, upper] = [token.toLowerCase(), token.toUpperCase()];
  // A range from one case to the other, such as A-z, holds more than letters: it stays, and its ends' cases are in it.
  if (isRange && token !== lower && token !== upper) return token;
  return inClass ? `${lower}${upper}` : `[${lower}${upper}]`;
}
