/** An object whose members are made when they are first read: a client cannot know the names, because it has only types. */
export function lazyMembers<T>(make: (name: string) => T): Readonly<Record<string, T>> {
  const made: Record<string, T> = Object.create(null); // not the target: a log of the object must not print the members
  // The target has no members: `get` makes them.
  return new Proxy({} as Record<string, T>, {
    get(_target, name) {
      // Other code checks these to see whether an object is a promise, or has its own JSON.
      if (typeof name === "symbol" || name === "then" || name === "toJSON") return undefined;
      made[name] ??= make(name);
      return made[name];
    },
  });
}

/** Adds what `trestle/query` needs to know. It is not enumerable, because a log of the client must not print its headers. */
export function withAddress<T extends object, TAddress>(target: T, address: TAddress): T & { readonly "~": TAddress } {
  return Object.defineProperty(target, "~", { value: address }) as T & { readonly "~": TAddress }; // defined just now
}
