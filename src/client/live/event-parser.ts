import { TYPE_NOTE } from "../../wire/headers.js";

/** An event as it arrives: texts. */
export interface RawEvent {
  /** Its name; `message` if the server gave none. */
  readonly event: string;
  readonly data: string;
  /** Undefined if this event has no id of its own. */
  readonly id: string | undefined;
  /** The type note of its data, as JSON. */
  readonly note: string | undefined;
}

const NOTE = `: ${TYPE_NOTE} `;

/**
 * Parses server-sent events from chunks, which may end anywhere: within a character, or between CR and LF. Each byte is read
 * once, so the time is linear. An event that is not complete when the chunks end is dropped.
 *
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
 */
export class EventParser {
  /** The id of the last block that had one, even if that block was not an event. */
  lastId: string | undefined;
  /** Milliseconds that the server wants clients to wait before they connect again. */
  retry: number | undefined;

  readonly #decoder = new TextDecoder(); // drops a byte order mark
  #line = "";
  #isAfterCr = false;
  #event = "";
  #data: string[] = [];
  #id: string | undefined;
  #note: string | undefined;

  /** Adds a chunk, and returns the events that it completes. */
  push(chunk: Uint8Array): RawEvent[] {
    const text = this.#decoder.decode(chunk, { stream: true });
    const events: RawEvent[] = [];
    const ends = /\r\n|\n|\r/g;
    if (text !== "") {
      if (this.#isAfterCr && text[0] === "\n") ends.lastIndex = 1; // the other half of a CR LF
      this.#isAfterCr = text.endsWith("\r");
    }
    let start = ends.lastIndex;
    for (let end = ends.exec(text); end; end = ends.exec(text)) {
      const event = this.#endLine(this.#line + text.slice(start, end.index));
      if (event) events.push(event);
      this.#line = "";
      start = ends.lastIndex;
    }
    this.#line += text.slice(start);
    return events;
  }

  #endLine(line: string): RawEvent | undefined {
    if (line === "") return this.#endBlock();
    if (line.startsWith(NOTE)) this.#note = line.slice(NOTE.length);
    const colon = line.indexOf(":");
    const name = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? "" : line.slice(colon + (line[colon + 1] === " " ? 2 : 1));
    if (name === "data") this.#data.push(value);
    else if (name === "event") this.#event = value;
    else if (name === "id" && !value.includes("\0")) this.#id = value;
    else if (name === "retry" && /^\d+$/.test(value)) this.retry = Number(value);
    return undefined; // a comment, or a field that does not exist
  }

  #endBlock(): RawEvent | undefined {
    const data = this.#data;
    const raw = { event: this.#event || "message", data: data.join("\n"), id: this.#id, note: this.#note };
    this.lastId = this.#id ?? this.lastId;
    this.#event = "";
    this.#data = [];
    this.#id = this.#note = undefined;
    return data.length > 0 ? raw : undefined;
  }
}
