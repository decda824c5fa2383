/** The decoded prefix, because Fastify's router compares decoded paths. */
export function decodedPrefix(prefix: string): string {
  try {
    return decodeURI(prefix);
  } catch {
    throw new TypeError(`fastifyPlugin: the prefix "${prefix}" is not percent-encoded UTF-8. Write it as plain text.`);
  }
}

/**
 * The path at which a prefix mounts the API. Throws a TypeError for one with parameters: each link begins with the
 * path, and is made before any request.
 */
export function pathOfPrefix(prefix: string): string {
  const path = prefix.replaceAll("::", "\0"); // an escaped colon
  if (/[:*]/.test(path)) {
    throw new TypeError(
      `fastifyPlugin: the prefix "${prefix}" has a parameter or a wildcard, so no link could be made. Use a fixed prefix, and read the parameter from a header or the host in \`context\`.`,
    );
  }
  return path.replaceAll("\0", ":");
}
