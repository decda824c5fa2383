/** Adds what `trestle/query` needs to know. It is not enumerable, because a log of the client must not print its headers. */
export function withAddress<T extends object, TAddress>(target: T, address: TAddress): T & { readonly "~": TAddress } {
  return Object.defineProperty(target, "~", { value: address }) as T & { readonly "~": TAddress }; // defined just now
}
