type AnyObject = Readonly<Record<string, unknown>>;

const INHERITED = Object.prototype as unknown as AnyObject; // any object may be read by key

/** The value that every object inherits under a name, such as `constructor`; undefined for other names. */
export function inheritedMember(name: string): unknown {
  return INHERITED[name];
}

/** The value of an object's member. Undefined also for members that every object inherits. */
export function memberOf(object: AnyObject, name: string): unknown {
  const value = object[name];
  return value === INHERITED[name] ? undefined : value;
}
