// What the text or the name of a file shows: headers of modules, vague names, registries, and switched-off type checks.
import { type Finding, isTest, type Rule } from "./tree.ts";

/** Every module starts with a comment that says what it turns into what; tests are named by what they test. */
export const moduleHeader: Rule = {
  name: "module-header",
  check: (tree) =>
    tree.modules
      .filter((file) => !isTest(file))
      .filter((file) => !/^(?:#![^\n]*\n)?\s*(?:\/\/[ \t]*\S|\/\*[\s*]*[^\s*/])/.test(tree.text(file)))
      .map((file) => {
        const hint = "start it with one or two lines: // Turns X into Y.";
        return { file, offset: 0, message: "the module does not say what it is for", hint };
      }),
};

const vague = new Set(["util", "utils", "helper", "helpers", "common", "misc"]);

/** Files and folders are named after their contents. */
export const pathNames: Rule = {
  name: "path-names",
  check: (tree) =>
    tree.files.flatMap((file) => {
      const name = file.split("/").find((part) => vague.has(part.replace(/\..*$/, "").toLowerCase()));
      if (name === undefined) return [];
      return [{ file, offset: 0, message: `"${name}" does not say what is in it`, hint: "name the thing" }];
    }),
};

/** Put together here so that this file does not name them either. */
const hosts: readonly string[] = [
  ["registry", "npmjs", "org"],
  ["registry", "yarnpkg", "com"],
  ["registry", "npmmirror", "com"],
  ["npm", "pkg", "github", "com"],
  ["npm", "jsr", "io"],
  ["deb", "debian", "org"],
].map((labels) => labels.join("."));

/** Which registry is used is a matter of the machine, not of the project. */
export const registryHosts: Rule = {
  name: "registry-hosts",
  check: (tree) =>
    tree.files.flatMap((file) => {
      const text = tree.text(file);
      const named = hosts.map((host) => ({ offset: text.indexOf(host), message: `names the registry ${host}` }));
      const isLockfile = /(?:^|\/)(?:pnpm-lock\.yaml|package-lock\.json)$/.test(file);
      const address = isLockfile ? text.search(/(?:tarball: |"resolved": ")https?:/) : -1;
      const found = [...named, { offset: address, message: "records the address a package came from" }];
      return found
        .filter(({ offset }) => offset >= 0)
        .map((one) => ({ file, ...one, hint: "take the address out; lockfile-include-tarball-url is off" }));
    }),
};

/** What Biome has no rule for, or does not see, since it leaves generated code out. */
export const typeHoles: Rule = {
  name: "type-holes",
  check: (tree) =>
    tree.modules.flatMap((file): Finding[] => {
      const text = tree.text(file);
      const found = (pattern: RegExp, message: string, hint: string): Finding[] =>
        [...text.matchAll(pattern)].map(({ index: offset }) => ({ file, offset, message, hint }));
      const isExample = /^examples\/.*\.gen\.ts$/.test(file);
      return [
        ...(file.includes(".gen.")
          ? found(
              /^(?![ \t]*(?:\/\/|\*|\/\*))[^\n"`]*?(?:[:<|&(]|\bas) any\b(?=[^\w\n]*\S)(?! \w)/gm,
              "`any` turns the checker off",
              "say the type",
            )
          : []),
        ...(isTest(file)
          ? []
          : found(/\bas unknown as\b/g, "a cast through another type hides a doubt", "use a guard")),
        ...found(
          isTest(file) ? /^\s*\/\/ @ts-nocheck\b/gm : /^\s*(?:\/\/|\/\*) @ts-(?:nocheck|expect-error)\b/gm,
          "hides what the checker says",
          "make the code type-check; only a test may expect an error",
        ).filter(({ offset }) => !isExample || text.indexOf("@ts-nocheck") < offset),
      ];
    }),
};
