import { decodeUtf8 } from "../protocol/body/utf8.js";
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
  for (const [name, value] of parsed) {
    if (typeof value === "string") {
      const part = form.begin({ name, filename: undefined, type: "" });
      part.grow(new TextEncoder().encode(value).length);
      part.end(value);
    } else {
      const part = form.begin({ name, filename: value.name, type: mediaTypeOf(value.type) || BINARY });
      part.grow(value.size);
      const { file } = part;
      part.end(file ? new File([value], file.name, { type: file.type }) : decodeUtf8(await value.arrayBuffer()));
    }
  }
}
