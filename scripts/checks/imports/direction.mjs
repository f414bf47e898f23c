// Who may import whom (CONTRIBUTING.md, "Layout"): the layers of the toolkit, the packages, what they list.
import { allowedTypes, options } from "./options.ts";

const toolkit = "^generators/src/";

/** Each folder of generators/src and the folders it may import from, itself aside. */
const layers = {
  source: [],
  diagnostics: ["source"],
  emit: [],
  model: ["source", "diagnostics"],
  read: ["source", "diagnostics", "model"],
  targets: ["diagnostics", "model", "emit"],
  diff: ["diagnostics", "model", "emit"],
  scaffold: ["model", "emit", "targets"],
  checks: ["source", "diagnostics", "model", "read", "targets"],
  run: ["source", "diagnostics", "emit", "model", "read", "targets", "diff", "checks"],
  upgrade: ["source", "diagnostics", "emit", "model", "read", "targets", "diff", "checks", "run"],
  language: ["source", "diagnostics", "emit", "model", "read", "targets", "diff", "checks", "run"],
  cli: [
    ...["source", "diagnostics", "emit", "model", "read", "targets", "diff", "scaffold", "checks", "run"],
    ...["upgrade", "language"],
  ],
  entries: [
    ...["source", "diagnostics", "emit", "model", "read", "targets", "diff", "scaffold", "checks", "run"],
    ...["upgrade", "language", "cli"],
  ],
};

/** Packages that work on descriptions, and run where the toolkit does. */
const tools = "^packages/waybill/";

const layerRules = Object.entries(layers).map(([folder, below]) => ({
  name: `layer-${folder}`,
  comment: below.length === 0 ? `${folder} stands alone` : `${folder} sees ${below.join(", ")}`,
  severity: "error",
  from: { path: `${toolkit}${folder}/` },
  to: {
    path: "^(generators|packages)/",
    pathNot: ["node_modules/", `${toolkit}(${[folder, ...below].join("|")})/`],
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
      from: { path: toolkit, pathNot: `${toolkit}(${Object.keys(layers).join("|")})/` },
      to: {},
    },
    {
      name: "readers-apart",
      comment: "a standard is read without the other: what both need is in read/fields, read/jsonschema or model",
      severity: "error",
      from: { path: `${toolkit}read/(openapi|asyncapi)/` },
      to: { path: `${toolkit}read/(openapi|asyncapi)/`, pathNot: `${toolkit}read/$1/` },
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
      // The runtime as a package is the modules that are copied into the output otherwise.
      from: { path: "^packages/([^/]+/[^/]+)/src/", pathNot: "^packages/waybill/runtime/" },
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
          "^((generators/src/targets/[^/]+|packages/waybill/(mocks|sdk)/src)/runtime|packages/fulfillment/portal/src/generated/mocks)/",
      },
      to: { dependencyTypes: ["npm-no-pkg", "npm-unknown", "npm-dev"], dependencyTypesNot: ["npm-peer"] },
    },
    {
      name: "unresolvable",
      comment: "nothing is there",
      severity: "error",
      // What scripts copy into folders of their tests is installed there.
      from: { path: "^(generators|packages)/" },
      to: { couldNotResolve: true },
    },
    {
      name: "circle-of-types",
      comment: "modules of the toolkit need each other's types: move what both need into a third",
      severity: "error",
      // What is copied into the output keeps its text.
      from: { path: toolkit, pathNot: [...allowedTypes, `${toolkit}targets/[^/]+/runtime/`] },
      to: { circular: true },
    },
    ...allowedTypes.map((path) => ({
      name: "circle-of-types-wider-than-the-recursion",
      comment: "a recursion of a standard has its modules, listed in scripts/checks/imports/options.ts, and no others",
      severity: "error",
      from: { path },
      to: { circular: true, via: { pathNot: path } },
    })),
    {
      name: "circle-of-types-across-folders",
      comment:
        "types of a package may refer to each other in a circle inside one folder; across folders the shared one moves down",
      severity: "error",
      from: { path: "^(packages/.+)/[^/]+$" },
      to: { circular: true, via: { pathNot: "^$1/[^/]+$" } },
    },
  ],
  options: { ...options, tsPreCompilationDeps: "specify" },
};
