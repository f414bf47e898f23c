// Streams of events (HTML, 9.2) that a server sends: a sign of life while there is no event, and where a client that lost its connection goes on.
import { EventComment } from "../../http/runtime/events.ts";
import type { Incoming } from "./incoming.ts";

/** The id of the last event that the client has received before it connected again; `null` for its first connection. */
export function lastEventIdOf({ header }: Pick<Incoming, "header">): string | null {
  const sent = header("last-event-id");
  if (sent === null || sent === "") return null;
  // It is UTF-8, and hosts read headers as Latin-1.
  return new TextDecoder().decode(Uint8Array.from(sent, (character) => character.charCodeAt(0)));
}

/**
 * The same events, and a comment after each `every` milliseconds without one, which clients ignore: proxies close connections that are
 * silent. Default 15,000.
 */
export function keepAlive<Event>(events: AsyncIterable<Event>, every = 15_000): AsyncIterable<Event> {
  return {
    [Symbol.asyncIterator]: () => {
      const iterator = events[Symbol.asyncIterator]();
      let pending: Promise<IteratorResult<Event>> | null = null;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const silence = (): Promise<null> =>
        new Promise((resolve) => {
          timer = setTimeout(() => resolve(null), every);
        });
      return {
        next: async () => {
          pending ??= iterator.next();
          const event = await Promise.race([pending, silence()]).finally(() => clearTimeout(timer));
          // No item of the description: it is written as a comment. The event is still waited for.
          if (event === null) return { done: false, value: new EventComment() as Event };
          pending = null;
          return event;
        },
        return: async () => {
          clearTimeout(timer);
          return (await iterator.return?.()) ?? { done: true, value: undefined };
        },
      };
    },
  };
}
