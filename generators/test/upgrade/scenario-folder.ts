// Where the scenarios of upgrades are.
import path from "node:path";

export const scenarioFolder: string = path.join(import.meta.dirname, "scenarios");
