// Ids of faults on the command line -> one JSON line for each when it was looked for; `healthy` is the service without a fault.

import { faults } from "../../packages/service/test/faults/faults.ts";
import { openOwnDescription } from "../../packages/service/test/own-description.ts";
import { find } from "./find.ts";

const description = openOwnDescription();
for (const id of process.argv.slice(2)) {
  const fault = faults.find((one) => one.id === id) ?? null;
  if (fault === null && id !== "healthy") throw new Error(`no fault is called ${id}`);
  process.stdout.write(`${JSON.stringify(await find(fault, description))}\n`);
}
