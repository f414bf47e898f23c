// Runs every house rule over the checkout and prints what it finds; exits 1 when it finds something.
import { positionIn } from "../../release/versions/problem.ts";
import { moduleHeader, pathNames, registryHosts, typeHoles } from "./texts.ts";
import { readTree } from "./tree.ts";
import { words } from "./words.ts";
import { workflows } from "./workflows.ts";

const rules = [typeHoles, moduleHeader, pathNames, registryHosts, workflows, words];
const tree = readTree(process.argv[2] ?? process.cwd());
const lines = rules.flatMap((rule) =>
  rule.check(tree).map(({ file, offset, message, hint }) => {
    const { line, column } = positionIn(tree.text(file), offset);
    return `${file}:${line}:${column} error ${rule.name}: ${message}\n  hint: ${hint}`;
  }),
);
for (const line of lines) console.log(line);
console.log(`${rules.length} rules, ${tree.files.length} files: ${lines.length} findings`);
process.exitCode = lines.length === 0 ? 0 : 1;
