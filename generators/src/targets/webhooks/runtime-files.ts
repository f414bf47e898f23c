// The modules of the webhook runtime -> the few files that have them, each importing only from those above it.
import type { RuntimeFile } from "../../emit/runtime/index.ts";
import { modulesIn } from "../http/runtime-files.ts";

const runtimeFolder = new URL("./runtime/", import.meta.url);

/** What receives deliveries, and what any kit is built from. */
export const receivingFiles: readonly RuntimeFile[] = [
  {
    name: "signatures",
    summary: "The raw bytes of requests, and the signatures of deliveries over them: signing and verifying.",
    modules: modulesIn(runtimeFolder, ["number-option", "raw-body", "signatures"]),
  },
  {
    name: "receiving",
    summary: "How a request is verified and read, and the errors of receiving.",
    modules: modulesIn(runtimeFolder, ["awaited-only", "receiving"]),
  },
  {
    name: "adapters",
    summary: "Adapters for Fetch, Hono, node:http, Express and Fastify.",
    modules: modulesIn(runtimeFolder, ["fetch", "node", "fastify"]),
  },
  {
    name: "handling",
    summary: "Calls the handler of an event once per delivery; includes the in-memory store.",
    modules: modulesIn(runtimeFolder, ["once", "handling"]),
  },
  {
    name: "redis",
    summary: "The store that several processes share. Only programs that use it import it.",
    modules: modulesIn(runtimeFolder, ["redis"]),
  },
];

const sendingFiles: readonly RuntimeFile[] = [
  {
    name: "sending",
    summary: "How events are validated, signed and posted, and which addresses are blocked.",
    modules: modulesIn(runtimeFolder, ["addresses", "posting", "sending"]),
  },
];

export const webhookFiles: readonly RuntimeFile[] = [...receivingFiles, ...sendingFiles];
