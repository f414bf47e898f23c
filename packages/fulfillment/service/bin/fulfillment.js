#!/usr/bin/env node
// The `fulfillment` program, run from source.

// A Node that strips no types could not load the module that checks its version.
if (!process.features.typescript) {
  process.stderr.write(`fulfillment needs Node 24 or newer; this is ${process.version}\n`);
  process.exit(2);
}

await import("../src/cli/main.ts");
