// The methods that a path item may have, those that most descriptions use first.

export const methods: readonly string[] = [
  ...["get", "put", "post", "delete", "patch", "head", "options", "trace"],
  // OpenAPI 3.2.
  "query",
];
