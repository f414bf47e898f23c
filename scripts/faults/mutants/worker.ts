// A mutant on the command line -> the conformance kit against the service with it: a JSON line that says by which check it is found.
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Mutant } from "./mutations.ts";

const mutant: Mutant = JSON.parse(process.argv[2] ?? "");
const target = path.join(import.meta.dirname, "../../..", mutant.file);
const text = readFileSync(target, "utf8");
const { href } = pathToFileURL(target);
registerHooks({
  load: (url, context, next) => {
    const loaded = next(url, context);
    if (url !== href) return loaded;
    return { ...loaded, source: text.slice(0, mutant.start) + mutant.after + text.slice(mutant.end) };
  },
});

// Loaded once the hooks are there.
const { sentenceOf } = await import("@waybill/conformance");
const { budget, runKit } = await import("../../../packages/fulfillment/service/test/conformance/run-kit.ts");
const { openLocal } = await import("../../../packages/fulfillment/service/test/contract/backends.ts");
const { runFaulty } = await import("../../../packages/fulfillment/service/test/faults/run-faulty.ts");
const { openOwnDescription } = await import("../../../packages/fulfillment/service/test/own-description.ts");

const storage = await openLocal();
const service = await runFaulty(null, storage, { rateLimit: budget });
const { findings } = await runKit(service, openOwnDescription(), { failFast: true });
const [first] = findings;
process.stdout.write(`${JSON.stringify(first === undefined ? null : `${first.check}: ${sentenceOf(first)}`)}\n`);
// What the mutant keeps open is closed with the process.
process.exit(0);
