// Loaded before the command line in one test: writes the address of every module that is loaded to the file MODULE_LOG.
import { appendFileSync } from "node:fs";
import { registerHooks } from "node:module";

const log = process.env["MODULE_LOG"] ?? "";

registerHooks({
  load(url, context, nextLoad) {
    appendFileSync(log, `${url}\n`);
    return nextLoad(url, context);
  },
});
