// Messages within one program, for tests and to try things out: each subscription gets each message, and a sender waits for them.
import type { Transport } from "./contract.ts";
import { createQueue, type Queue } from "./queue.ts";

export function memoryTransport(): Transport {
  const queues = new Map<string, Set<Queue>>();
  let inboxes = 0;
  return {
    parameter: (value) => value,
    publish: async (address, message) => {
      const waiting = [...(queues.get(address) ?? [])].map((queue) => queue.put(message));
      await Promise.all(waiting);
    },
    subscribe: (address, { signal, buffer }) => {
      const all = queues.get(address) ?? new Set();
      queues.set(address, all);
      const queue = createQueue(buffer, { signal, onClose: () => all.delete(queue) });
      all.add(queue);
      return { ...queue, ready: Promise.resolve() };
    },
    inbox: () => {
      inboxes += 1;
      return `inbox-${inboxes}`;
    },
  };
}
