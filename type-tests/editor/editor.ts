/** An editor in which one file has unsaved text. */
export interface Editor {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Opens a text whose cursor is at `|`. */
  open(text: string): Cursor;
}

export interface Cursor {
  hover(): Promise<string>;
  /** The names that an editor offers first: those of the place, without keywords and globals. */
  completions(): Promise<string[]>;
  /** The lines of the definitions, in this file. */
  definitions(): Promise<string[]>;
  /** The lines that a rename changes, in this file. */
  renames(): Promise<string[]>;
}
