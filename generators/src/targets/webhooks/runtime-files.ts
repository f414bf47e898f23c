// The modules of the webhook runtime -> the few files that have them, each importing only from those above it.
import type { RuntimeFile } from "../../emit/runtime/index.ts";
import { runtimeFilesIn } from "../http/runtime-files.ts";

const runtimeFolder = new URL("./runtime/", import.meta.url);

/** What receives deliveries, and what any kit is built from. */
export const receivingFiles: readonly RuntimeFile[] = runtimeFilesIn(runtimeFolder, {
  signatures: {
    summary: "The raw bytes of requests, and the signatures of deliveries over them: signing and verifying.",
    modules: ["number-option", "raw-body", "signatures"],
  },
  receiving: {
    summary: "How a request is verified and read, and the errors of receiving.",
    modules: ["awaited-only", "receiving"],
  },
  adapters: {
    summary: "Adapters for Fetch, Hono, node:http, Express and Fastify.",
    modules: ["fetch", "node", "fastify"],
  },
  handling: {
    summary: "Calls the handler of an event once per delivery; includes the in-memory store.",
    modules: ["once", "handling"],
  },
  redis: {
    summary: "The store that several processes share. Only programs that use it import it.",
    modules: ["redis"],
  },
});

const sendingFiles: readonly RuntimeFile[] = runtimeFilesIn(runtimeFolder, {
  sending: {
    summary: "How events are validated, signed and posted, and which addresses are blocked.",
    modules: ["addresses", "posting", "sending"],
  },
});

export const webhookFiles: readonly RuntimeFile[] = [...receivingFiles, ...sendingFiles];
