// How dependency-cruiser reads our modules, the same for both sets of rules. It parses TypeScript with the compiler that
// `packageExtensions` in pnpm-workspace.yaml puts beside it.

/** @type {import("dependency-cruiser").ICruiseOptions} */
export const options = {
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
