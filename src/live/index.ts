export { liveChannel, type LiveChannelOptions } from "./live-channel.js";
export { memoryHub, type MemoryHubOptions } from "./memory-hub.js";

export type {
  AudienceArgs,
  AudienceOptions,
  ChannelOptions,
  HearsArgs,
  HubBatch,
  HubListener,
  HubNotice,
  HubSubscription,
  LiveChannel,
  LiveHub,
  NoticeOf,
} from "../define/types/live.js";
export type { Notice, NoticeOp } from "../wire/live.js";
