/** Whether valid JSON has more levels of objects and lists than allowed. Brackets in its strings are text. */
export function isTooDeep(json: string, most: number): boolean {
  if (json.length <= 2 * most) return false;
  let depth = 0;
  for (let index = 0; index < json.length; index++) {
    const character = json.charCodeAt(index);
    if (character === QUOTE) index = endOfString(json, index);
    else if (character === OPEN_ARRAY || character === OPEN_OBJECT) {
      if (++depth > most) return true;
    } else if (character === CLOSE_ARRAY || character === CLOSE_OBJECT) depth--;
  }
  return false;
}

/** The index of the quote that ends the string which begins at `start`. */
function endOfString(json: string, start: number): number {
  let end = json.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(json, end)) end = json.indexOf('"', end + 1);
  return end === -1 ? json.length : end;
}

function isEscaped(json: string, index: number): boolean {
  let backslashes = 0;
  while (json.charCodeAt(index - 1 - backslashes) === BACKSLASH) backslashes++;
  return backslashes % 2 === 1;
}

const QUOTE = 34;
const BACKSLASH = 92;
const OPEN_ARRAY = 91;
const CLOSE_ARRAY = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;
