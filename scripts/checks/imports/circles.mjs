// Circles of imports that exist at run time (`pnpm check circles`): none but those that a standard's own recursion needs. Types are
// left out before the graph is made, so that no circle of types hides one of values.
import { allowed, options } from "./options.mjs";

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    {
      name: "circle",
      comment: "modules that need each other to load: move what both need into a third",
      severity: "error",
      from: { pathNot: allowed },
      to: { circular: true },
    },
    ...allowed.map((path) => ({
      name: "circle-wider-than-the-recursion",
      comment: "a recursion of a standard has its modules, listed in scripts/checks/imports/options.mjs, and no others",
      severity: "error",
      from: { path },
      to: { circular: true, via: { pathNot: path } },
    })),
  ],
  options: { ...options, tsPreCompilationDeps: false },
};
