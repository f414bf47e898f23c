// Prints the packages of Debian and Ubuntu, one a line, that tests need beside the servers and that are not on this machine.
import { programs } from "../stories/receivers/programs.ts";
import { isChromiumMissing } from "./chromium-program.ts";
import { missingTools } from "./missing-tools.ts";

// Those that run the samples of the docs are in packages of their own names, those that run the programs of the guides are not.
const packages = new Set(missingTools(["curl", "python3"]));
for (const { tools } of programs)
  for (const tool of missingTools(Object.keys(tools))) packages.add(tools[tool] ?? tool);
if (isChromiumMissing()) packages.add("chromium");
for (const name of packages) console.log(name);
