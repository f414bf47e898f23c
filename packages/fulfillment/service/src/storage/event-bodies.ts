// Ids of events -> the events, those read last from memory: one that goes to many subscriptions is read, and held, once.
import type { Reader } from "./database.ts";
import { eventsById } from "./queries/deliveries.ts";

export interface StoredEvent {
  readonly event: string;
  readonly body: string;
}

/** In characters. The events of deliveries under way are in memory anyway, as long as they are. */
const mostRemembered = 8_388_608;

export interface EventBodies {
  /** Of these events, those that are still there. */
  read(ids: readonly number[]): Promise<ReadonlyMap<number, StoredEvent>>;
}

/** An id is given out once, and its event never changes. */
export function createEventBodies(reader: Pick<Reader, "all">): EventBodies {
  const remembered = new Map<number, StoredEvent>();
  let size = 0;
  const remember = (id: number, event: StoredEvent): void => {
    if (remembered.has(id)) return;
    remembered.set(id, event);
    size += event.body.length;
    for (const [oldest, { body }] of remembered) {
      if (size <= mostRemembered) return;
      remembered.delete(oldest);
      size -= body.length;
    }
  };
  return {
    read: async (ids) => {
      const events = new Map<number, StoredEvent>();
      const unknown = new Set<number>();
      for (const id of ids) {
        const event = remembered.get(id);
        if (event === undefined) unknown.add(id);
        else events.set(id, event);
      }
      if (unknown.size === 0) return events;
      for (const { id, event, body } of await reader.all(eventsById, { ids: JSON.stringify([...unknown]) })) {
        events.set(id, { event, body });
        remember(id, { event, body });
      }
      return events;
    },
  };
}
