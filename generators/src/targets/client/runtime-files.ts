// The modules of the client's runtime -> the few files that have them, each importing only from those above it.
import type { RuntimeFile } from "../../emit/runtime/index.ts";
import { modulesIn } from "../http/runtime-files.ts";

const own = new URL("./runtime/", import.meta.url);

export const clientFiles: readonly RuntimeFile[] = [
  {
    name: "client",
    summary: "The type of an operation, building requests, reading responses, and the errors of calls.",
    modules: modulesIn(own, [
      ...["runtime", "places", "texts", "headers", "request", "errors", "response"],
      ...["dated", "int64s", "accepting", "files", "byte-streams", "sequence-errors"],
    ]),
  },
  {
    name: "send",
    summary: "Functions that send: `createSend` and its settings, outcomes of calls, and calls that throw.",
    modules: modulesIn(own, [
      "deadline",
      "send",
      "outcomes",
      "reason",
      "lenient",
      "undescribed",
      "create-send",
      "throwing",
      "mode",
    ]),
  },
  {
    name: "middleware",
    summary: "Wrappers and hooks for the send function: retries, credentials and their renewal, redirects, base URLs.",
    modules: modulesIn(own, [
      "repeatable",
      "waits",
      "retries",
      "reconnect",
      "refresh",
      "redirects",
      "base-url",
      "credentials",
    ]),
  },
  {
    name: "pages",
    summary: "Iterators over the pages of a list, and over their items.",
    modules: modulesIn(own, ["page-rules", "next-page", "pages"]),
  },
  {
    name: "callbacks",
    summary: "Webhooks and callbacks: where each is sent, and what sends them.",
    modules: modulesIn(own, ["callbacks"]),
  },
];
