// Loaded before the command line in one test: the rename that FAIL_RENAME counts to fails, as on a full or broken disk.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const failing = Number(process.env["FAIL_RENAME"]);
const rename = fs.renameSync;
let count = 0;

fs.renameSync = (from, to) => {
  count += 1;
  if (count === failing) throw Object.assign(new Error(`EIO: i/o error, rename '${String(to)}'`), { code: "EIO" });
  rename(from, to);
};
syncBuiltinESMExports();
