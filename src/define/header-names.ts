/**
 * Throws if a name is in a list in another spelling, too: the names of headers ignore case, so one of both would be lost.
 *
 * @param where The start of the message.
 * @param hint The end of the message.
 */
export function requireOneSpelling(name: string, names: readonly string[], where: string, hint = ""): void {
  const other = names.find((one) => one !== name && one.toLowerCase() === name.toLowerCase());
  if (other !== undefined)
    throw new TypeError(`${where}"${name}" and "${other}" are the same header, so one of them would be lost.${hint}`);
}
