// The command `waybill migrate` as data; running it loads the rest.
import { type Command, reportFlags } from "waybill/command";
import { toolNames } from "./tools.ts";

export const command: Command = {
  name: "migrate",
  summary:
    "Move a project from openapi-typescript and openapi-fetch, hey-api, orval or openapi-generator: configuration, types and calls",
  usage: "waybill migrate [--write] [--from tool] [--to fetch|client] [--openapi file] [--out dir] [options]",
  flags: [
    { name: "write", value: null, summary: "Write the edits and the configuration; default: print a unified diff" },
    {
      name: "from",
      value: "tool",
      choices: toolNames,
      summary: "The generator of the project; default: the one whose configuration or script is there",
    },
    {
      name: "to",
      value: "name",
      choices: ["fetch", "client"],
      summary:
        "fetch: calls stay, openapi-fetch becomes @waybill/fetch (default for openapi-typescript); client: calls of the generated client (default for others)",
    },
    {
      name: "openapi",
      value: "file",
      summary: "OpenAPI description: a file, a URL, or npm:package; default: as configured",
    },
    {
      name: "out",
      value: "dir",
      summary: "Folder of generated code; default: src/waybill, or waybill without a folder src",
    },
    ...reportFlags,
  ],
  positionals: null,
  notes: [
    "Configurations are read, not run. What cannot be moved is listed with file, line, column and what to do; then the exit code is 1.",
    "After --write: npm install, npx waybill generate, then compile.",
    "Needs the package @waybill/migrate: npm install --save-dev @waybill/migrate",
  ],
  run: async (args, terminal) => (await import("./run.ts")).run(args, terminal),
};
