// No tracked file names a package registry: which one is used is a matter of the machine, not of the project.
import type { Finding, Rule } from "./rule.ts";
import type { Tree } from "./tree.ts";

/** Put together here so that this file does not name them either. */
const hosts: readonly string[] = [
  ["registry", "npmjs", "org"],
  ["registry", "yarnpkg", "com"],
  ["registry", "npmmirror", "com"],
  ["npm", "pkg", "github", "com"],
  ["npm", "jsr", "io"],
  ["deb", "debian", "org"],
].map((labels) => labels.join("."));

export const registryHosts: Rule = {
  name: "registry-hosts",
  check: (tree) => tree.files.flatMap((file) => [...checkHosts(tree, file), ...checkLockfile(tree, file)]),
};

function checkHosts(tree: Tree, file: string): Finding[] {
  const text = tree.text(file);
  return hosts.flatMap((host) => {
    const offset = text.indexOf(host);
    return offset < 0 ? [] : [{ file, offset, message: `names the registry ${host}`, hint: "take the address out" }];
  });
}

function checkLockfile(tree: Tree, file: string): Finding[] {
  if (!/(?:^|\/)(?:pnpm-lock\.yaml|package-lock\.json)$/.test(file)) return [];
  const offset = tree.text(file).search(/(?:tarball: |"resolved": ")https?:/);
  const hint = "install again without lockfile-include-tarball-url";
  return offset < 0 ? [] : [{ file, offset, message: "records the address a package came from", hint }];
}
