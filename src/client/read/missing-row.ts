/**
 * The last prototype of a lazy read. The members of a fetched page (`[0]`, `length`, iteration, `map`) throw here, with advice.
 * Any other unknown member is undefined, as usual.
 */
export const unfetched: object = new Proxy<Record<PropertyKey, unknown>>(
  {},
  {
    get(target, name) {
      if (!(name in target) && (name in Array.prototype || /^\d+$/.test(String(name)))) {
        throw new Error(`Data not fetched yet: await it before you use "${String(name)}".`);
      }
      return target[name];
    },
  },
);
