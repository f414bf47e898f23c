#!/usr/bin/env node
// The `waybill` program, run from source. JavaScript: to strip the types of even one file, Node loads what strips them, which takes
// longer than a run in which nothing changed. Node's compile cache has the modules imported here without their types.
import nodeModule from "node:module";

// A Node that strips no types could not load the module that checks its version.
if (!process.features.typescript) {
  process.stderr.write(`waybill needs Node 22.19 or newer; this is ${process.version}\n`);
  process.exit(2);
}

nodeModule.enableCompileCache?.();
await import("../src/cli/main.ts");
