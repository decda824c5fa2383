import { BINARY, FORM } from "../../wire/media-types.js";

/** A form as one body whose size is known. It refers to the files, and does not read them. */
export function multipart(form: FormData): Blob {
  const boundary = `----form${[...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16)).join("")}`;
  const parts = [...form].flatMap(([name, value]): BlobPart[] => {
    const disposition = `--${boundary}\r\nContent-Disposition: form-data; name="${escaped(name)}"`;
    if (typeof value === "string") return [`${disposition}\r\n\r\n${value}\r\n`];
    const type = value.type || BINARY;
    return [`${disposition}; filename="${escaped(value.name)}"\r\nContent-Type: ${type}\r\n\r\n`, value, "\r\n"];
  });
  return new Blob([...parts, `--${boundary}--\r\n`], { type: `${FORM}; boundary=${boundary}` });
}

/** As browsers escape names in forms. */
function escaped(name: string): string {
  return name.replace(/[\r\n"]/g, encodeURIComponent);
}
