// A function of docs/checks/in-page, which is plain JavaScript -> what it returns in a page.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import type { ZodType } from "zod";

/** Reads the function's text once for each caller; what comes back is checked, since it comes from outside. */
export function inPage<T>(name: string, result: ZodType<T>): (page: Page, value?: unknown) => Promise<T> {
  const text = readFileSync(join(import.meta.dirname, "in-page", `${name}.js`), "utf8");
  // Comments and the name of the export are for those who read the file.
  const expression = text
    .slice(text.indexOf("export default") + "export default".length)
    .trim()
    .replace(/;$/, "");
  return async (page, value) => result.parse(await page.evaluate(`(${expression})(${JSON.stringify(value) ?? ""})`));
}
