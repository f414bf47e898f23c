// Who may import whom (`pnpm check imports`; CONTRIBUTING.md, "Layout"): the layers of the toolkit, the packages, what they list.
import { options } from "./options.mjs";

const toolkit = "^generators/src/";

/** Each folder of generators/src and the folders it may import from, itself aside. */
const layers = {
  source: [],
  diagnostics: ["source"],
  patterns: [],
  model: ["source", "diagnostics", "patterns"],
  reading: ["source", "diagnostics", "model"],
  overlay: ["source", "diagnostics", "reading"],
  swagger: ["source", "diagnostics", "reading"],
  jsonschema: ["source", "diagnostics", "model", "reading"],
  openapi: ["source", "diagnostics", "model", "reading", "jsonschema"],
  asyncapi: ["source", "diagnostics", "model", "reading", "jsonschema"],
  emit: [],
  sampling: ["model", "patterns"],
  targets: ["model", "emit", "diagnostics", "sampling"],
  scaffold: ["model", "emit", "targets"],
  diff: ["model", "emit", "diagnostics", "patterns"],
  config: ["source", "diagnostics", "model", "emit", "targets"],
  checks: [
    "source",
    "diagnostics",
    "model",
    "patterns",
    "reading",
    "jsonschema",
    "openapi",
    "asyncapi",
    "config",
    "targets",
  ],
  generation: ["source", "diagnostics", "model", "emit", "targets", "config", "checks"],
  upgrade: ["source", "diagnostics", "model", "emit", "targets", "diff", "config", "checks", "generation"],
  terminal: ["source", "diagnostics", "model", "emit", "targets", "config", "checks", "generation"],
  commands: [
    "source",
    "diagnostics",
    "model",
    "emit",
    "sampling",
    "targets",
    "scaffold",
    "diff",
    "config",
    "checks",
    "generation",
    "upgrade",
    "terminal",
  ],
  cli: ["config", "targets", "generation", "terminal", "commands"],
  language: [
    ...["source", "diagnostics", "model", "emit", "targets", "diff", "config", "checks", "generation", "terminal"],
    "commands",
  ],
  library: ["source", "diagnostics", "model", "emit", "targets", "diff", "config", "checks", "generation", "upgrade"],
};

/** Folders that call `read.ts` and `diff-descriptions.ts`, which stand above the readers. */
const readers = ["config", "generation", "upgrade", "terminal", "commands", "language", "library"];

/** Packages that work on descriptions, and run where the toolkit does. */
const tools = "^packages/waybill/";

const layerRules = Object.entries(layers).map(([folder, below]) => ({
  name: `layer-${folder}`,
  comment: below.length === 0 ? `${folder} stands alone` : `${folder} sees ${below.join(", ")}`,
  severity: "error",
  from: { path: `${toolkit}${folder}/` },
  to: {
    path: "^(generators|packages)/",
    pathNot: [
      "node_modules/",
      `${toolkit}(${[folder, ...below].join("|")})/`,
      ...(readers.includes(folder) ? [`${toolkit}(read|diff-descriptions)\\.ts$`] : []),
    ],
  },
}));

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    ...layerRules,
    {
      name: "layer-unknown",
      comment: "the folder has no place in the order of imports: give it a row in scripts/checks/imports/direction.mjs",
      severity: "error",
      from: { path: `${toolkit}[^/]+/`, pathNot: `${toolkit}(${Object.keys(layers).join("|")})/` },
      to: {},
    },
    {
      name: "kit-in-toolkit",
      comment: "the kit builds on the toolkit; its command is loaded by name, in cli/provided-command.ts",
      severity: "error",
      from: { path: toolkit },
      to: { path: "node_modules/@waybill/(conformance|docs|mocks)/" },
    },
    {
      name: "toolkit-in-production",
      comment: "what runs in production stands without the toolkit: generate the code instead",
      severity: "error",
      from: { path: "^packages/[^/]+/[^/]+/src/", pathNot: tools },
      to: { path: "(^|/)node_modules/(waybill|@waybill/conformance)/|^generators/" },
    },
    {
      name: "reaches-into-a-package",
      comment: "import the other package by its name, and list it in this package's dependencies",
      severity: "error",
      from: { path: "^packages/([^/]+/[^/]+)/src/" },
      // What runs in the browser too is in the folder of the pages, which is published as it is.
      to: { dependencyTypes: ["local"], pathNot: "^packages/$1/(src|site)/" },
    },
    {
      name: "unlisted",
      comment: "in the workspace more resolves than at the user's: add it to `dependencies` of this package",
      severity: "error",
      // The runtime folders are copied into the output: what they import is listed by the package they end up in.
      from: {
        path: "^(generators|packages/[^/]+/[^/]+)/src/",
        // Generated mocks are imported by tests only: what they import need not be in what is built.
        pathNot:
          "^((generators/src/targets/[^/]+|packages/waybill/mocks/src)/runtime|packages/fulfillment/portal/src/generated/mocks)/",
      },
      to: { dependencyTypes: ["npm-no-pkg", "npm-unknown", "npm-dev"], dependencyTypesNot: ["npm-peer"] },
    },
    {
      name: "unresolvable",
      comment: "nothing is there",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: "circle-of-types-across-folders",
      comment: "types may refer to each other in a circle inside one folder; across folders the shared one moves down",
      severity: "error",
      from: { path: "^(.+)/[^/]+$" },
      to: { circular: true, via: { pathNot: "^$1/[^/]+$" } },
    },
  ],
  options: { ...options, tsPreCompilationDeps: "specify" },
};
