import { decodeUtf8, notUtf8 } from "../protocol/body/utf8.js";
import { mediaTypeOf } from "../protocol/negotiation/media-type.js";
import { type FormReceiver, malformedForm, TRUNCATED_FORM } from "../server/form.js";
import { CONTENT_TYPE } from "../wire/headers.js";
import { BINARY } from "../wire/media-types.js";
import { readBytes } from "./read-body.js";

/** Reads a form into memory, with the runtime's own parser. */
export async function readForm(request: Request, form: FormReceiver): Promise<void> {
  const bytes = await readBytes(request, form.bodySize);
  const headers = { [CONTENT_TYPE]: request.headers.get(CONTENT_TYPE) ?? "" };
  const parsed = await new Response(bytes ?? null, { headers }).formData().catch(() => {
    throw malformedForm(TRUNCATED_FORM);
  });
  let sent: string | undefined;
  let at = 0; // parts come in their order, so the whole is searched once
  for (const [name, value] of parsed) {
    if (typeof value === "string") {
      const part = form.begin({ name, filename: undefined, type: "" });
      const encoded = new TextEncoder().encode(value);
      if (value.includes(REPLACEMENT)) {
        sent ??= byCharacter(bytes);
        const found = sent.indexOf(byCharacter(encoded), at);
        if (found === -1) throw notUtf8();
        at = found + encoded.length;
      }
      part.grow(encoded.length);
      part.end(value);
    } else {
      const part = form.begin({ name, filename: value.name, type: mediaTypeOf(value.type) || BINARY });
      part.grow(value.size);
      const { file } = part;
      part.end(file ? new File([value], file.name, { type: file.type }) : decodeUtf8(await value.arrayBuffer()));
    }
  }
}

/** What the runtime's parser has in place of invalid UTF-8. */
const REPLACEMENT = "\uFFFD";

/** A character for each byte. */
function byCharacter(bytes: Uint8Array | undefined): string {
  return new TextDecoder("latin1").decode(bytes);
}
