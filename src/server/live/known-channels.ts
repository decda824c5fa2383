/** The channels that `liveChannel` made. A server without one does not load their code. */
const channels = new WeakSet<object>();

export function keepChannel(channel: object): void {
  channels.add(channel);
}

export function isKnownChannel(value: object): boolean {
  return channels.has(value);
}
