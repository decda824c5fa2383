/** What a write did. `relate` changes a relationship, and `call` is an action, of which only the types that it affects are known. */
export const NOTICE_OPS = ["create", "update", "delete", "relate", "call"] as const;

export type NoticeOp = (typeof NOTICE_OPS)[number];

/** A change, as a listener receives it. It contains names and an id, but no data. */
export interface Notice {
  readonly type: string;
  /** Absent if the change is not of one resource, or if the listener may not know it. */
  readonly id?: string | undefined;
  readonly op: NoticeOp;
  /** The attributes that the write set. If `fields` and `relationships` are both absent, any may have changed. */
  readonly fields?: readonly string[] | undefined;
  /** The relationships that the write set. */
  readonly relationships?: readonly string[] | undefined;
}

/** The path of live notices below the mount point, without its slash. */
export const LIVE = "live";

/** The event with a list of notices. */
export const CHANGE_EVENT = "change";

/** The event after which a client must read everything again, because notices are missing. */
export const RESET_EVENT = "reset";
