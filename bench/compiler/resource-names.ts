/**
 * The names of one generated resource. Every field of every resource has a name of its own, since a compiler would
 * otherwise find in its caches what a real program makes it work for.
 */
export interface ResourceNames {
  /** The type's name, also that of its module. */
  readonly type: string;
  /** A string of 1 to 200 characters. */
  readonly title: string;
  /** A string, or null. */
  readonly body: string;
  /** One of `"draft"`, `"live"` and `"gone"`. */
  readonly status: string;
  /** An integer that may be left out. */
  readonly rank: string;
  /** A boolean; false unless a create says otherwise. */
  readonly flagged: string;
  /** A date. */
  readonly created: string;
  /** To one resource of the next type. */
  readonly owner: string;
  /** To any number of resources of the type after that. */
  readonly items: string;
  /** An action, called by PUT. */
  readonly publish: string;
  /** A query parameter beside the filters. */
  readonly locale: string;
}

/** The names of resource `index` out of `count`: the last one's relationships lead back to the first. */
export function resourceNames(index: number, count: number): ResourceNames {
  const i = index % count;
  return {
    type: `r${i}`,
    title: `title${i}`,
    body: `body${i}`,
    status: `status${i}`,
    rank: `rank${i}`,
    flagged: `flagged${i}`,
    created: `created${i}`,
    owner: `owner${i}`,
    items: `items${i}`,
    publish: `publish${i}`,
    locale: `locale${i}`,
  };
}

/** A generated resource among those it is related to. */
export interface Subject {
  readonly self: ResourceNames;
  readonly owner: ResourceNames;
  readonly item: ResourceNames;
}

export function subjects(count: number): Subject[] {
  return Array.from({ length: count }, (_, index) => ({
    self: resourceNames(index, count),
    owner: resourceNames(index + 1, count),
    item: resourceNames(index + 2, count),
  }));
}
