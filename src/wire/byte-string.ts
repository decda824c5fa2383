// A header allows only the bytes of a text, each as one character. Browsers send `Last-Event-ID` as UTF-8.

/** The UTF-8 bytes of a text, each as a character. */
export function toByteString(text: string): string {
  return Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join("");
}

/** The text of UTF-8 bytes, each given as a character. */
export function fromByteString(bytes: string): string {
  return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
}
