// The command `waybill docs` as data; running it loads the site.
import { apiSelectionFlags, type Command, reportFlags } from "waybill/command";

export const command: Command = {
  name: "docs",
  summary: "Build a documentation site from descriptions and Markdown guides, or serve it while they change",
  usage: "waybill docs build|dev|proxy [description]... [--guides dir] [--out dir] [options]",
  flags: [
    { name: "out", value: "dir", summary: "Folder of the built site; default: site" },
    { name: "guides", value: "dir", summary: "Folder of Markdown guides" },
    { name: "name", value: "text", summary: "Name of the site; default: the title of the description" },
    { name: "logo", value: "file", summary: "Image next to the name: SVG, PNG or WebP" },
    {
      name: "accent",
      value: "colour",
      summary: "Colour of links and controls, such as #0b6f69; adjusted where text needs contrast",
    },
    { name: "css", value: "file", repeat: true, summary: "Style sheet that sets tokens: fonts, colours, measures" },
    {
      name: "client",
      value: "module",
      summary: "Module that TypeScript samples import; default: ./generated/client/index.gen.ts",
    },
    {
      name: "source",
      value: "url",
      summary: "Address of a line of the description, with {file} and {line}; default: its name is printed",
    },
    {
      name: "since",
      value: "file",
      repeat: true,
      summary: "Older version of the description, for the changelog; repeatable, oldest first",
    },
    {
      name: "redocly",
      value: null,
      summary: "Also offer each description as one HTML file; needs the package @redocly/cli",
    },
    {
      name: "try-it",
      value: "target",
      choices: ["servers", "origin", "none"],
      summary:
        "Where the console of an operation sends requests: servers (default) of the description, or origin, if the API serves the site; or none",
    },
    {
      name: "language",
      value: "tag",
      summary: "Language of the interface: en (default), de, or another tag with words in docs.config.ts",
    },
    {
      name: "docs-config",
      value: "file",
      summary: "Settings in a file; default: docs.config.ts, .mts, .js or .mjs, if there is one",
    },
    { name: "site", value: "url", summary: "Address of the published site, for the sitemap" },
    { name: "base", value: "path", summary: "Folder of the published site; default: /" },
    { name: "port", value: "port", summary: "Port of docs dev (default: 4321) or docs proxy (default: 4322)" },
    { name: "host", value: "address", summary: "Address of docs dev; default: 127.0.0.1" },
    ...apiSelectionFlags,
    ...reportFlags,
  ],
  positionals:
    "build, dev or proxy, then OpenAPI and AsyncAPI documents (files, URLs, npm:package); default: the APIs of waybill.config.ts",
  notes: [
    "One OpenAPI and one AsyncAPI document are one API. Further documents are separate APIs, each with its own folder on the site.",
    "docs dev reloads the page when a description, a guide or a style sheet is saved.",
    "docs proxy forwards requests from the console of a page to the servers of the description, for APIs without CORS; this machine only.",
    "Needs the package @waybill/docs: npm install --save-dev @waybill/docs",
  ],
  run: async (args, terminal) => (await import("./run/docs.ts")).docs(args, terminal),
};
