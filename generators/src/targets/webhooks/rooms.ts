// The modules of the webhook runtime -> the few files that have them, each importing only from those above it.
import type { Room } from "../http/rooms.ts";

/** What receives deliveries, and what any kit is built from. */
export const receivingRooms: readonly Room[] = [
  {
    name: "signatures",
    summary: "The raw bytes of requests, and the signatures of deliveries over them: signing and verifying.",
    modules: ["number-option", "raw-body", "signatures"],
  },
  {
    name: "receiving",
    summary: "How a request is verified and read, and the errors of receiving.",
    modules: ["awaited-only", "receiving"],
  },
  {
    name: "adapters",
    summary: "Adapters for Fetch, Hono, node:http, Express and Fastify.",
    modules: ["fetch", "node", "fastify"],
  },
  {
    name: "handling",
    summary: "Calls the handler of an event once per delivery; includes the in-memory store.",
    modules: ["once", "handling"],
  },
  {
    name: "redis",
    summary: "The store that several processes share. Only programs that use it import it.",
    modules: ["redis"],
  },
];

const sendingRooms: readonly Room[] = [
  {
    name: "sending",
    summary: "How events are validated, signed and posted, and which addresses are blocked.",
    modules: ["addresses", "posting", "sending"],
  },
];

export const webhookRooms: readonly Room[] = [...receivingRooms, ...sendingRooms];
