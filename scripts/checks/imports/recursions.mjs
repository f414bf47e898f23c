// The circles of imports that the toolkit has, types included: what a standard defines by itself is read and written by modules that need
// each other.

/** Modules that may import each other in a circle, each with what recurses. */
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

export const allowed = recursions.map(({ path }) => path);

export const allowedTypes = [...allowed, ...typeRecursions.map(({ path }) => path)];
