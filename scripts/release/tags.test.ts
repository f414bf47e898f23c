import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { freshFolder } from "../stories/harness/fresh-folder.ts";
import { tagPublished } from "./tags.ts";

test("each version is tagged once, in the words that the action of changesets reads", () => {
  using folder = freshFolder("tags");
  mkdirSync(join(folder.path, "spec"));
  writeFileSync(join(folder.path, "spec/package.json"), JSON.stringify({ name: "@one/spec", version: "1.0.0" }));
  const git = (...words: string[]): string => execFileSync("git", words, { cwd: folder.path, encoding: "utf8" });
  git("init", "--quiet");
  git("-c", "user.name=a", "-c", "user.email=a@b.example", "commit", "--quiet", "--allow-empty", "--message", "one");
  expect(tagPublished(folder.path)).toEqual(["New tag:  @one/spec@1.0.0"]);
  expect(git("tag")).toBe("@one/spec@1.0.0\n");
  expect(tagPublished(folder.path)).toEqual([]);
});
