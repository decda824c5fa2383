import { trestle } from "trestle";
import { z } from "zod";

const t = trestle();
const upload = t.command(
  {
    input: z.object({ file: z.file().max(8_000_000), at: z.date().optional(), note: z.string().optional() }),
    output: z.object({ name: z.string(), type: z.string(), size: z.number(), at: z.date().optional() }),
    bodySize: 10_000_000,
  },
  ({ input: { file, at } }) => ({ name: file.name, type: file.type, size: file.size, at }),
);
const say = t.command({ input: z.object({ text: z.string() }), output: z.number() }, ({ input }) => input.text.length);
const ping = t.command(() => {});

/** An API with an upload. */
export const uploadApi = t.router({}, { actions: { upload, say, ping } });
