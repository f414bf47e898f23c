// The format of bodies that are streams of events.
import type { BodyFormat, ReadingFormat } from "./body-format.ts";
import { type EventData, readDataEvents, readEvents, writeDataEvents, writeEvents } from "./events.ts";
import { readingStream, streamFormat } from "./streams.ts";

/** `text/event-stream` */
export const events: BodyFormat = /* @__PURE__ */ streamFormat("events", readEvents, writeEvents);

/** `text/event-stream` whose data are values */
export const eventsOf = (described: EventData): BodyFormat =>
  streamFormat(
    "events",
    (bytes, signal) => readDataEvents(described, bytes, signal),
    (items) => writeDataEvents(described, items),
  );

export const receivedEvents: ReadingFormat = /* @__PURE__ */ readingStream("events", readEvents);
export const receivedEventsOf = (described: EventData): ReadingFormat =>
  readingStream("events", (bytes, signal) => readDataEvents(described, bytes, signal));
