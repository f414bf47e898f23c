// Runs every step, and prints how many there were; one that fails ends the program with an error.
import { runSteps } from "./steps.ts";
import { target } from "./target.ts";

// Not awaited at the top level: this is compiled to CommonJS as well.
runSteps(target).then((count) => console.log(`${count} steps`));
