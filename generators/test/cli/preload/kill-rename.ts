// Loaded before the command line in one test: the process dies at the rename that KILL_RENAME counts to, as of a power cut.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const last = Number(process.env["KILL_RENAME"]);
const rename = fs.renameSync;
let count = 0;

fs.renameSync = (from, to) => {
  count += 1;
  if (count === last) process.kill(process.pid, "SIGKILL");
  rename(from, to);
};
syncBuiltinESMExports();
