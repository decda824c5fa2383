/**
 * The end of a lazy collection's prototypes. What a fetched page would have (`[0]`, `length`, iteration, `map`) throws
 * here with the fix; what nobody has is undefined, as with any object. One proxy serves all collections.
 */
export const unfetched: object = new Proxy<Record<PropertyKey, unknown>>(
  {},
  {
    get(target, name) {
      if (!(name in target) && (name in Array.prototype || /^\d+$/.test(String(name)))) {
        throw new Error("Data not fetched yet: await it.");
      }
      return target[name];
    },
  },
);
