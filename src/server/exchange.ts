import type { FieldPointer } from "../protocol/error-document.js";
import type { Query } from "../protocol/query/draft.js";
import type { Incoming } from "./incoming.js";

/** One request on its way through an operation. */
export class Exchange {
  readonly incoming: Incoming;
  /** The id in the path, percent-decoded; empty where the path has none. */
  readonly id: string;
  /** Whether the body's media type names the extension. */
  extendedBody = false;
  /** Whether the answer's media type is to name it. */
  extendedAnswer = false;
  /** Whether the request asks for the profile of rich types. */
  profileAsked = false;
  /** What the query string says; undefined until it is read. */
  query: Query | undefined = undefined;
  /** Where the body holds a field. */
  pointerOf: FieldPointer = () => undefined;

  constructor(incoming: Incoming, id: string) {
    this.incoming = incoming;
    this.id = id;
  }
}
