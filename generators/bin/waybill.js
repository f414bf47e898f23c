#!/usr/bin/env node
// The door where the toolkit runs from its source. JavaScript: to strip the types of even one file, Node loads what strips them,
// which takes longer than a run in which nothing changed. What stands behind the door is kept without its types.
import nodeModule from "node:module";

nodeModule.enableCompileCache?.();
await import("../src/cli/main.ts");
