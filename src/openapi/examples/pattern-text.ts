// Writes texts that a regular expression matches, for its common parts: characters, classes, groups and repetitions. The
// caller tests the result, because what is not understood here is skipped.

const CLASSES: Readonly<Record<string, string>> = { d: "1", w: "a", s: " ", S: "a", D: "a", W: "-" };
const CONTROLS: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", f: "\f", v: "\v" };
const USUAL = [..."a1A-_ .,:/@"];
const LONGEST = 200;

/** Texts that probably match a pattern. Each takes other alternatives. */
export function textsOfPattern(pattern: string): string[] {
  const texts = [0, 1, 2].flatMap((choice) => {
    try {
      return new Writer(pattern, choice).alternatives();
    } catch {
      return []; // syntax that it does not know
    }
  });
  return [...new Set(texts)].filter((text) => text.length <= LONGEST);
}

class Writer {
  #at = 0;

  constructor(
    readonly pattern: string,
    readonly choice: number,
  ) {}

  /** Reads up to the end of the group, and returns one alternative. */
  alternatives(): string {
    const all: string[] = [""];
    while (this.#at < this.pattern.length && this.pattern[this.#at] !== ")") {
      if (this.#take("|")) all.push("");
      else all.push(`${all.pop()}${this.#repeated()}`);
    }
    return all[Math.min(this.choice, all.length - 1)] ?? "";
  }

  #repeated(): string {
    const atom = this.#atom();
    const count = this.#count();
    this.#take("?"); // a lazy repetition
    return atom.repeat(Math.min(count, LONGEST));
  }

  #count(): number {
    if (this.#take("*") || this.#take("?")) return this.choice === 0 ? 1 : 0;
    if (this.#take("+")) return this.choice === 1 ? 3 : 1;
    const [all, least = "", , most] = /^\{(\d+)(,(\d*))?\}/.exec(this.pattern.slice(this.#at)) ?? [];
    if (all === undefined) return 1;
    this.#at += all.length;
    return Number(least) || (this.choice === 0 && most !== "0" ? 1 : 0);
  }

  #atom(): string {
    const character = this.#next();
    if (character === "^" || character === "$") return "";
    if (character === ".") return "a";
    if (character === "(") return this.#group();
    if (character === "[") return this.#class();
    return character === "\\" ? this.#escape() : character;
  }

  #group(): string {
    const lookaround = /^\?<?[=!]/.test(this.pattern.slice(this.#at));
    const opening = /^\?(?:[:=!]|<[=!]|<\w+>)/.exec(this.pattern.slice(this.#at));
    this.#at += opening?.[0].length ?? 0;
    const text = this.alternatives();
    this.#take(")");
    return lookaround ? "" : text;
  }

  #class(): string {
    const start = this.#at;
    while (this.#at < this.pattern.length && this.pattern[this.#at] !== "]")
      this.#at += this.pattern[this.#at] === "\\" ? 2 : 1;
    const inside = this.pattern.slice(start, this.#at);
    this.#take("]");
    const test = new RegExp(`[${inside}]`, "u");
    const fitting = [...USUAL, ...inside].filter((character) => test.test(character));
    return fitting[Math.min(this.choice, fitting.length - 1)] ?? "";
  }

  #escape(): string {
    const character = this.#next();
    const rest = this.pattern.slice(this.#at - character.length);
    const code = /^(?:x([\da-f]{2})|u([\da-f]{4})|u\{([\da-f]+)\})/i.exec(rest);
    if (code !== null) {
      this.#at += code[0].length - 1;
      return String.fromCodePoint(Number.parseInt(code[1] ?? code[2] ?? code[3] ?? "", 16));
    }
    if (character === "b" || character === "B") return "";
    return CLASSES[character] ?? CONTROLS[character] ?? character;
  }

  #next(): string {
    return this.pattern[this.#at++] ?? "";
  }

  #take(character: string): boolean {
    if (this.pattern[this.#at] !== character) return false;
    this.#at++;
    return true;
  }
}
