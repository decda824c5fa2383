import { createInterface } from "node:readline/promises";

/** Thrown by `ask` if the person leaves with Escape, Ctrl C or Ctrl D. */
export const LEFT = Symbol("left");

/**
 * Asks a question until its response is valid. A response without text is `initial`.
 *
 * @param options.choices The responses that are possible, each with a text `about` it. A person may also write its number.
 * @param options.check Throws what is wrong with a response.
 */
export async function ask(question, { initial, choices = {}, check = () => {} }) {
  const names = Object.keys(choices);
  names.forEach((name, index) => {
    console.log(`  ${index + 1}  ${name.padEnd(5)} ${choices[name].about}`);
  });
  for (;;) {
    const written = (await line(`${question} (${initial}): `)).trim() || initial;
    const response = names[Number(written) - 1] ?? written;
    if (names.length > 0 && !names.includes(response)) {
      console.log(`  "${written}" is not in the list: write ${names.join(" or ")}, or the number.`);
      continue;
    }
    try {
      check(response);
      return response;
    } catch (error) {
      console.log(`  ${error.message}`);
    }
  }
}

async function line(prompt) {
  const leaving = new AbortController();
  const lines = createInterface({ input: process.stdin, output: process.stdout, escapeCodeTimeout: 50 });
  const onKey = (_text, { name }) => name === "escape" && leaving.abort();
  process.stdin.on("keypress", onKey);
  lines.once("close", () => leaving.abort()); // Ctrl C and Ctrl D
  try {
    return await lines.question(prompt, { signal: leaving.signal });
  } catch {
    throw LEFT;
  } finally {
    process.stdin.off("keypress", onKey);
    lines.close();
  }
}
