// Prints the packages of Debian and Ubuntu, one a line, that tests need beside the servers and that are not on this machine.
import { isChromiumMissing } from "./chromium-program.ts";
import { missingTools, verifiers } from "./vector-tools.ts";

// Each of the tools is in a package of its own name.
const packages = new Set(verifiers.flatMap(missingTools));
if (isChromiumMissing()) packages.add("chromium");
for (const name of packages) console.log(name);
