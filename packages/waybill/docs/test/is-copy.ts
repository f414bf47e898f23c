import { realpathSync } from "node:fs";
import path from "node:path";

const root = realpathSync(path.join(import.meta.dirname, "../../../.."));

/** Whether this is a copy of the checkout with linked packages: Astro compiles components by their real path, which it does not have. */
export const isCopy: boolean = !realpathSync(path.join(import.meta.dirname, "../node_modules/astro")).startsWith(root);
