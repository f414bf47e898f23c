// Prints the packages of Debian and Ubuntu, one a line, that tests need beside the servers and that are not on this machine.
import { programs } from "../receivers/programs.ts";
import { isChromiumMissing } from "./chromium-program.ts";
import { missingTools, verifiers } from "./vector-tools.ts";

// Each of the tools is in a package of its own name.
const packages = new Set(verifiers.flatMap(missingTools));
// Those that run the programs of the guides are not.
for (const { tools } of programs)
  for (const tool of missingTools({ tools: Object.keys(tools) })) packages.add(tools[tool] ?? tool);
// Those that run the samples of the docs.
for (const tool of missingTools({ tools: ["curl", "python3"] })) packages.add(tool);
if (isChromiumMissing()) packages.add("chromium");
for (const name of packages) console.log(name);
