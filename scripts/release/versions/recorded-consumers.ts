// The consumers as they are when a release is recorded -> a hash of each in spec/releases/<version>/consumers.json, by which later edits of
// them are seen: a program that compiled with a release and has not changed is still what a user of that release has written.
import { createHash } from "node:crypto";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "oxc-parser";
import { z } from "zod";
import { consumersFolder } from "./compile.ts";

export function recordConsumers(root: string, folder: string): void {
  const files = globSync(`${consumersFolder}/*.ts`, { cwd: root }).sort();
  const hashes = Object.fromEntries(files.map((file) => [file, hashOf(readFileSync(path.join(root, file), "utf8"))]));
  writeFileSync(recordIn(root, folder), `${JSON.stringify(hashes, null, 2)}\n`);
}

/** The files that differ from the record or are gone. A program that is not in the record is new. */
export function changedConsumers(root: string, folder: string): string[] {
  const recorded = z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(recordIn(root, folder), "utf8")));
  const there = new Set(globSync(`${consumersFolder}/*.ts`, { cwd: root }));
  return Object.entries(recorded).flatMap(([file, hash]) =>
    there.has(file) && hashOf(readFileSync(path.join(root, file), "utf8")) === hash ? [] : [file],
  );
}

/** Comments and formatting do not count. */
function hashOf(text: string): string {
  const { comments } = parseSync("consumer.ts", text);
  const code = comments.reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text);
  return createHash("sha256").update(code.replaceAll(/[\s,]/g, "")).digest("hex");
}

function recordIn(root: string, folder: string): string {
  return path.join(root, folder, "consumers.json");
}
