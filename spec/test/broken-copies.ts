// A check and copies of the description with one thing broken -> the tests that it passes for spec/ and fails for each copy.
import { describe, expect, test } from "vitest";
import { brokenCopy, type Description, type JsonObject, objectIn, readDescription } from "./description.ts";

export const spec: Description = readDescription();

export interface Break {
  readonly broken: Description;
  readonly problem: string;
}

/** `check` finds nothing in spec/, and in each copy the problem that starts as given. */
export function verify(
  name: string,
  check: (it: Description) => string[],
  breaks: Readonly<Record<string, Break>>,
): void {
  describe(name, () => {
    test("is so in spec/", () => expect(check(spec)).toEqual([]));
    test.each(Object.entries(breaks))("is not so in a broken copy: %s", (_what, { broken, problem }) => {
      const problems = check(broken);
      expect(problems.find((found) => found.startsWith(problem)) ?? problems).toMatch(problem);
    });
  });
}

export function changed(file: string, path: readonly string[], change: (value: JsonObject) => unknown): Description {
  return brokenCopy(spec, file, (root) => {
    const value = path.reduce((found: JsonObject, key) => objectIn(found[key]), root);
    if (Object.keys(value).length === 0) throw new Error(`nothing at ${path.join("/")} in ${file}`);
    change(value);
  });
}

export function set(value: JsonObject, key: string, member: JsonObject[string]): void {
  value[key] = member;
}
