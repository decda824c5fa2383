import type { DeclaredChannel, HubNotice } from "../../define/types/live.js";
import type { Notice } from "../../wire/live.js";
import type { View } from "../kernel/views.js";
import { wrongResult } from "../wrong-result.js";
import { visibleNotice } from "./notices.js";

/** The caller of a connection, as they were when their context was last made. */
export interface AdmittedCaller {
  /** With the members that middleware added. */
  readonly ctx: object;
  readonly view: View;
}

const NOBODY: ReadonlySet<string> = new Set();

/** What one caller may hear. */
export class Listener {
  readonly #channel: DeclaredChannel;
  readonly #caller: AdmittedCaller;
  readonly #mark: string | undefined;
  readonly #names: ReadonlySet<string>;
  readonly #isBare: boolean;

  /** @param mark The mark of the caller's client. */
  constructor(channel: DeclaredChannel, caller: AdmittedCaller, mark: string | undefined) {
    this.#channel = channel;
    this.#caller = caller;
    this.#mark = mark;
    this.#names = channel.listens ? new Set(audienceNames(channel.listens(caller.ctx), "listens")) : NOBODY;
    this.#isBare = channel.audience === undefined && Object.keys(caller.ctx).length > 0;
  }

  /** Whether the notice is for this listener. This is the quick check, before the notice waits in a queue. */
  isFor({ audience, from }: HubNotice): boolean {
    if (from !== undefined && from === this.#mark) return false;
    if (this.#channel.audience === undefined) return true;
    return audience?.some((name) => this.#names.has(name)) ?? false;
  }

  /** The notice as it is sent. Undefined if the listener may not hear it. */
  hear(entry: HubNotice): Notice | undefined {
    if (!this.isFor(entry)) return undefined;
    const { ctx, view } = this.#caller;
    const notice = visibleNotice(entry.notice, view, this.#isBare);
    if (notice === undefined || this.#channel.hears === undefined) return notice;
    const heard: unknown = this.#channel.hears({ ctx, notice });
    if (typeof heard !== "boolean") throw wrongResult("liveChannel: hears", "true or false", heard);
    return heard ? notice : undefined;
  }

  /** Whether another listener may hear what this one may not. */
  hearsLessThan(other: Listener): boolean {
    if (this.#caller.view.key !== other.#caller.view.key || this.#isBare !== other.#isBare) return true;
    return [...other.#names].some((name) => !this.#names.has(name));
  }
}

/** Checks the names that a user's function returned. */
export function audienceNames(names: unknown, where: string): readonly string[] {
  if (Array.isArray(names) && names.every((name) => typeof name === "string")) return names;
  throw wrongResult(`liveChannel: ${where}`, "a list of strings", names);
}
