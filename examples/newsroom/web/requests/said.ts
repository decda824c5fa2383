/** How the log names a write, before and after the server has responded. */
export interface Said {
  readonly doing: string;
  readonly did: string;
  readonly tried: string;
}

type Verb = "create" | "change" | "publish" | "unpublish" | "delete";

/** A write of the person at the page, in words: `say("publish", "“Night shift”")`. */
export function say(verb: Verb, thing: string): Said {
  const stem = verb.replace(/e$/, "");
  return {
    doing: `You are ${stem}ing ${thing}`,
    did: `You ${stem}ed ${thing}`,
    tried: `You tried to ${verb} ${thing}`,
  };
}
