/** How requests log in by a security scheme. Undefined for one that samples cannot use, such as a certificate. */
export function loginOf(scheme: unknown) {
  const { type, scheme: kind = type, in: place = "header", name = "Authorization" } = Object(scheme);
  const word = /^basic$/i.test(kind) ? "Basic " : /^(bearer|oauth2|openIdConnect)$/i.test(kind) ? "Bearer " : "";
  if ((word === "" && type !== "apiKey") || !/^[\w-]+$/.test(name)) return undefined;
  return { place, name, word, sent: (token: string) => `${name}${place === "header" ? ": " : "="}${word}${token}` };
}
