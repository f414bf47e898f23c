// `pnpm release docs --output DIR [--older DIR] [--site URL] [--archive DIR]`: the site as it is published, this version at its root
// and the older ones beside it; and this version's own archive for the releases after it.
import { rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { layBeside } from "../../../docs/build/beside/main.ts";
import { freshFolder } from "../../stories/harness/fresh-folder.ts";
import { apiVersion } from "../versions/places.ts";
import { archiveSite, buildDocs, olderVersions, unpackOlder } from "./sites.ts";

const checkout = resolve(import.meta.dirname, "../../..");
const { values } = parseArgs({
  options: {
    output: { type: "string" },
    older: { type: "string", default: "older" },
    site: { type: "string" },
    archive: { type: "string" },
  },
});
if (values.output === undefined) {
  console.error("usage: pnpm release docs --output DIR [--older DIR] [--site URL] [--archive DIR]");
  process.exit(2);
}

const version = apiVersion(checkout);
const site = values.site === undefined ? {} : { site: values.site };
using work = freshFolder("docs");
// Before anything is built: an archive that is missing is known at once.
const older = olderVersions(checkout).map((one) => {
  return unpackOlder(resolve(values.older), one.version, join(work.path, "older", one.version));
});
const folder = join(work.path, "current");
console.log((await buildDocs(checkout, { output: folder, base: "/", ...site })).trim());
const output = resolve(values.output);
const { pages, problems } = await layBeside({ current: { version, folder }, older, output });
for (const problem of problems) console.error(problem);
console.log(`${pages} pages of ${[version, ...older.map((one) => one.version)].join(", ")} in ${output}`);
if (problems.length > 0) process.exitCode = 1;
else if (values.archive !== undefined) {
  rmSync(folder, { recursive: true });
  await buildDocs(checkout, { output: folder, base: `/${version}/`, ...site });
  console.log(archiveSite({ version, folder }, values.archive));
}
