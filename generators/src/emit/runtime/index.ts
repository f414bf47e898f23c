// The assembler of runtime code: hand-written modules -> the files of an output that have what it needs of them.
export * from "./assemble.ts";
export { type ExportedName, exportsOf } from "./module.ts";
export { type NeededModule, neededModules } from "./needed.ts";
export { readRuntimeModule } from "./read.ts";
