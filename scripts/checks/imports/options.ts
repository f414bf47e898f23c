// How dependency-cruiser reads our modules, and the circles that they may have. It parses TypeScript with the compiler that
// `packageExtensions` in pnpm-workspace.yaml puts beside it.

import type { ICruiseOptions } from "dependency-cruiser";

export const options: ICruiseOptions = {
  tsConfig: { fileName: "tsconfig.json" },
  doNotFollow: { path: "node_modules" },
  exclude: { path: ["/dist/", "/fixtures/"] },
  // Another package of the workspace is then what its users see: something under node_modules, listed in package.json or not.
  preserveSymlinks: true,
  enhancedResolveOptions: {
    exportsFields: ["exports"],
    conditionNames: ["import", "types", "node", "default"],
    extensions: [".ts", ".mts", ".js", ".mjs", ".d.ts"],
  },
};

/**
 * Modules that may import each other in a circle, types included, each with what recurses: what a standard defines by itself is read and
 * written by modules that need each other.
 */
const recursions = [
  {
    why: "OpenAPI: a media type has encodings with headers, a header is read as a parameter is, and a parameter has content, which is media types",
    path: "^generators/src/read/openapi/(media-type|parameter)\\.ts$",
  },
  {
    why: "JSON Schema, written: items, properties, alternatives and rests are schemas again",
    path: "^generators/src/targets/zod/(array|object|unevaluated|union|zod-of)\\.ts$",
  },
];

/** Those of types alone: at run time the reader is given to what it calls. */
const typeRecursions = [
  {
    why: "JSON Schema, read: a keyword's schemas are read by the reader that reads the keyword",
    path: "^generators/src/read/jsonschema/(check-keywords|discriminator|json-types|nullable|read-[a-z]+|schema-(reader|registry))\\.ts$",
  },
];

export const allowed: readonly string[] = recursions.map(({ path }) => path);

export const allowedTypes: readonly string[] = [...allowed, ...typeRecursions.map(({ path }) => path)];
