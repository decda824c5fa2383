// message: Property 'text' is missing in type '{ id: number; txet: string; tenant: number; }' but required in type '{ id: number; text: string; }'
import { data, notes } from "./shared/kept-articles.js";

data.source(notes, { rows: [{ id: 1, txet: "Hello", tenant: 7 }] });
