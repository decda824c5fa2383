import { loginOf } from "../samples/login.js";

/** Says how a client logs in by a security scheme: where it gets a token, and how it sends it. */
export function loginWords(scheme: unknown): string {
  const { description: _, flows, ...rest } = Object(scheme);
  const { place, word, sent } = { ...loginOf(scheme) };
  if (sent === undefined) return `${Object.values(rest).join(", ")}.`;
  const token = word === "Basic " ? "$(printf 'name:password' | base64)" : "…";
  const toSend = `Send the ${place === "query" ? "parameter" : place} \`${sent("<token>")}\`.`;
  return [...flowWords(flows), toSend, `Before you run the samples, run \`export TOKEN=${token}\` in your shell.`].join(
    " ",
  );
}

/** The flows of OAuth 2.0. */
function flowWords(flows: unknown): string[] {
  return Object.entries(Object(flows)).map(([name, flow]) => {
    const { authorizationUrl, tokenUrl, scopes } = Object(flow);
    const urls = [authorizationUrl && `log in at ${authorizationUrl}`, tokenUrl && `get a token at ${tokenUrl}`];
    const named = Object.entries(Object(scopes)).map(([scope, about]) => `\`${scope}\`${about && ` (${about})`}`);
    const asked = named.length > 0 && `scopes: ${named.join(", ")}`;
    return `OAuth 2.0, \`${name}\`: ${[...urls, asked].filter(Boolean).join("; ")}.`;
  });
}
