// `pnpm release registry [TARBALL ...]`: a registry of packages on this machine until Ctrl-C, with those of `tarballs/`, or those named,
// in it. Prints the `.npmrc` with which npm and pnpm use it.
import { relative } from "node:path";
import { findTarballs } from "../../stories/packages/tarballs.ts";
import { publishTarballs } from "./publish.ts";
import { startRegistry } from "./registry.ts";

const tarballs = findTarballs();
await using registry = await startRegistry();
for (const { name, version } of await publishTarballs(registry, tarballs)) console.log(`${name} ${version}`);
console.log(`\nIn the folder where you install, a file .npmrc with:\n\n${registry.npmrc}`);
console.log(`Until Ctrl-C, or kill ${process.pid}.`);
const ended = Promise.withResolvers<void>();
process.once("SIGINT", () => ended.resolve()).once("SIGTERM", () => ended.resolve());
await ended.promise;
console.log(`${relative(process.cwd(), import.meta.dirname)} ended it.`);
