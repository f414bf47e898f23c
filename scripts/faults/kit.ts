// The conformance kit against the service as it is here: exits 1 with what it finds. Stryker runs it for each mutant.
import { sentenceOf } from "@waybill/conformance";
import { budget, runKit } from "../../packages/fulfillment/service/test/conformance/run-kit.ts";
import { openLocal } from "../../packages/fulfillment/service/test/contract/backends.ts";
import { runFaulty } from "../../packages/fulfillment/service/test/faults/run-faulty.ts";
import { openOwnDescription } from "../../packages/fulfillment/service/test/own-description.ts";

const service = await runFaulty(null, await openLocal(), { rateLimit: budget });
const [first] = (await runKit(service, openOwnDescription(), { failFast: true })).findings;
if (first !== undefined) process.stdout.write(`${first.check}: ${sentenceOf(first)}\n`);
// What a mutant keeps open is closed with the process.
process.exit(first === undefined ? 0 : 1);
