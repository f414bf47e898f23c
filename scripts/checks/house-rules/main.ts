// Runs every house rule over the checkout and prints what it finds; exits 1 when it finds something.
import { badReleasesRule } from "./bad-releases.ts";
import { moduleHeader } from "./module-header.ts";
import { names } from "./names.ts";
import { pathNames } from "./path-names.ts";
import { registryHosts } from "./registry-hosts.ts";
import { printFinding, type Rule } from "./rule.ts";
import { titles } from "./titles.ts";
import { readTree } from "./tree.ts";
import { typeHoles } from "./type-holes.ts";
import { words } from "./words.ts";
import { workflows } from "./workflows.ts";

const rules: readonly Rule[] = [
  typeHoles,
  moduleHeader,
  pathNames,
  registryHosts,
  badReleasesRule,
  workflows,
  words,
  titles,
  names,
];

const tree = readTree(process.argv[2] ?? process.cwd());
const lines = rules.flatMap((rule) =>
  rule.check(tree).map((finding) => {
    return printFinding(rule.name, finding, tree.files.includes(finding.file) ? tree.text(finding.file) : "");
  }),
);
for (const line of lines) console.log(line);
const summary = `${rules.length} rules, ${tree.files.length} files, ${tree.modules.length} modules`;
console.log(lines.length === 0 ? summary : `${summary}: ${lines.length} findings`);
process.exitCode = lines.length === 0 ? 0 : 1;
