import { errorObject, RequestError } from "../protocol/errors/request-error.js";

/** Takes the parts of a form while they arrive. An adapter parses the form. */
export interface FormReceiver {
  /** The maximum number of bytes of the whole form. */
  readonly bodySize: number;
  /** Called for each part, before its content. Throws a RequestError if the form must not have it. */
  begin(head: PartHead): FormPart;
}

export interface PartHead {
  readonly name: string | undefined;
  readonly filename: string | undefined;
  readonly type: string;
}

/** A part whose content arrives. */
export interface FormPart {
  /** The name and the type of the file; undefined for a part that is text. */
  readonly file: { readonly name: string; readonly type: string } | undefined;
  /** Called when more bytes have arrived. Throws a RequestError if they are too many. */
  grow(bytes: number): void;
  /** Called with the complete content. */
  end(content: string | File): void;
}

/** @param reason A whole sentence. */
export function malformedForm(reason: string): RequestError {
  return new RequestError([errorObject("invalid_document", reason, { pointer: "" })]);
}
