// The command `waybill sdk` as data; running it loads the rest.
import { type Command, reportFlags } from "waybill/command";

export const command: Command = {
  name: "sdk",
  summary:
    "Write the npm package of an API from its description, and keep it: code, tests, reference, changesets, releases",
  usage:
    "waybill sdk init --openapi file --out dir [--name npm-name] [--like npm:package|stainless.yml|api.md] | waybill sdk update [--check] [options]",
  flags: [
    { name: "openapi", value: "file", summary: "OpenAPI description: a file, npm:package, or a URL, which is copied" },
    { name: "asyncapi", value: "file", summary: "AsyncAPI description of the deliveries that the package verifies" },
    { name: "out", value: "dir", summary: "Folder of the package; default: the working directory" },
    { name: "name", value: "name", summary: "Name of the package on npm; default: after the title of the API" },
    {
      name: "client",
      value: "name",
      summary: "Name of the client: Shop for createShop; default: the title of the API",
    },
    { name: "repository", value: "url", summary: "Repository of the package; default: the remote origin of git" },
    {
      name: "like",
      value: "sdk",
      summary:
        "With init: keep the class and the methods of an SDK of Stainless: npm:@acme/shop, which is installed, or its stainless.yml or api.md",
    },
    { name: "check", value: null, summary: "With update: write nothing; exit 1 if anything is out of date" },
    { name: "base", value: "side", summary: "With update: the last release, as in waybill changeset" },
    { name: "no-changeset", value: null, summary: "With update: write no changeset, as after changeset version" },
    { name: "force", value: null, summary: "Overwrite files of the tool that were edited by hand" },
    { name: "dry-run", value: null, summary: "With init: print what would be written; write nothing" },
    ...reportFlags,
  ],
  positionals: "init, which writes a package, or update, which follows its description",
  notes: [
    "Files of the tool are generated: all with .gen. in their names, api.md and jsr.json. All others are yours: they are written once, and follow the description until you edit them.",
    "Both are recorded with their hashes in waybill.sdk.json: commit it.",
    "update also writes the changeset of what changed in the description, as waybill changeset does.",
    "Needs the package @waybill/sdk: npm install --save-dev @waybill/sdk",
  ],
  run: async (args, terminal) => (await import("./package/run.ts")).run(args, terminal),
};
