import { exampleOf, type ExampleLinks } from "../examples/example.js";
import { isRecord, type Keywords, type NamedSchemas } from "../document/keywords.js";
import { jsonText } from "../samples/json-text.js";
import { EVENT_STREAM } from "../../wire/media-types.js";

const MANY_EVENTS = 5;

/** An example of a body as text. Undefined if its type is not JSON or events, or if no example was found. */
export function exampleText(
  mediaType: string,
  media: { readonly schema?: unknown; readonly example?: unknown },
  schemas: NamedSchemas,
  options: { readonly isRequest?: boolean; readonly links?: ExampleLinks },
): string | undefined {
  if (media.example !== undefined) return jsonText(media.example);
  if (!isRecord(media.schema)) return undefined;
  if (mediaType === EVENT_STREAM) return eventsText(media.schema, schemas);
  if (!/[/+]json\b/.test(mediaType)) return undefined;
  const example = exampleOf(media.schema, schemas, options);
  return example === undefined ? undefined : jsonText(example);
}

/** One event of each kind, as they are sent. */
function eventsText(schema: Keywords, schemas: NamedSchemas): string | undefined {
  const events = (schema.oneOf ?? schema.anyOf ?? [schema]).slice(0, MANY_EVENTS).flatMap((each) => {
    const event = exampleOf(each as Readonly<Record<string, unknown>>, schemas);
    if (!isRecord(event) || event.event === undefined) return [];
    const id = event.id === undefined ? "" : `id: ${String(event.id)}\n`;
    return `event: ${String(event.event)}\n${id}data: ${JSON.stringify(event.data ?? null)}`;
  });
  return events.length === 0 ? undefined : events.join("\n\n");
}
