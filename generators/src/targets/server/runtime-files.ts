// The modules of the server's runtime -> the few files that have them, each importing only from those above it.
import type { RuntimeFile } from "../../emit/runtime/index.ts";
import { modulesIn } from "../http/runtime-files.ts";

const own = new URL("./runtime/", import.meta.url);

export const serverFiles: readonly RuntimeFile[] = [
  {
    name: "server",
    summary: "What a route is, how one is found, what rejects a request, and what a handler responds.",
    modules: modulesIn(own, [
      ...["runtime", "maybe", "incoming", "refusals", "responses", "credentials"],
      ...["guarded", "dated", "defaulted", "int64s", "webhooks"],
    ]),
  },
  {
    name: "requests",
    summary: "How parameters and bodies of requests are read and validated.",
    modules: modulesIn(own, ["parameters", "requests", "byte-streams"]),
  },
  {
    name: "serve",
    summary: "Routes and handlers -> a function that responds to requests. No framework; Fetch only.",
    modules: modulesIn(own, ["byte-sources", "outgoing", "failures", "serve"]),
  },
  {
    name: "node",
    summary: "The same for the servers of Node, and what guards and closes those.",
    modules: modulesIn(own, ["node-incoming", "node-handler", "node-server", "node-host"]),
  },
];
