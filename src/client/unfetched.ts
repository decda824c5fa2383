/**
 * The end of a lazy collection's prototypes. What a fetched page would have (`[0]`, `length`, iteration, `map`) throws
 * here with the fix; what nobody has is undefined, as with any object. One proxy serves all collections.
 */
export const unfetched: object = new Proxy(
  {},
  {
    get(target, name, receiver) {
      if (name in target) return Reflect.get(target, name, receiver);
      if (name in Array.prototype || (typeof name === "string" && /^\d+$/.test(name))) {
        throw new Error(
          "Data not fetched yet. Await the collection, or call .fetch(), and read the page that it gives.",
        );
      }
      return undefined;
    },
  },
);
