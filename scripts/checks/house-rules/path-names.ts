// Files and folders are named after their contents, never `utils` or `misc`.
import type { Rule } from "./rule.ts";

const vague = new Set(["util", "utils", "helper", "helpers", "common", "misc"]);

export const pathNames: Rule = {
  name: "path-names",
  check: (tree) =>
    tree.files.flatMap((file) => {
      const name = file.split("/").find((part) => vague.has(part.replace(/\..*$/, "").toLowerCase()));
      if (name === undefined) return [];
      return [{ file, offset: 0, message: `"${name}" does not say what is in it`, hint: "name the thing" }];
    }),
};
