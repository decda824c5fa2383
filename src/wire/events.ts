/** The media type of a stream. Here, because the client loads streams apart from all other bodies. */
export const EVENT_STREAM = "text/event-stream";

/** The events that Trestle itself sends begin with this. */
export const OWN_EVENTS = "trestle-";

/** The last event of a stream that is complete: the client does not connect again. */
export const END_EVENT = "trestle-end";

/** The last event of a stream that failed. Its data is an error document. */
export const ERROR_EVENT = "trestle-error";
