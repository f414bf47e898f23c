// Where the key that seals signing secrets comes from: the environment, or a file that only its owner can read.
import { randomBytes } from "node:crypto";
import { chmodSync, linkSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { othersMay } from "../private-file.ts";
import { codeOf } from "../reason.ts";

export const sealingKeyVariable = "FULFILLMENT_SECRET_KEY";
export const sealingKeyFile = "secret.key";

/**
 * The key from `variable` (64 hexadecimal digits), or else from the file in `directory`, which is made when it is missing.
 * Throws when either is malformed, or when others may read the file.
 */
export function readSealingKey(variable: string | undefined, directory: string): Buffer {
  if (variable !== undefined && variable !== "")
    return keyOf(variable, `the environment variable ${sealingKeyVariable}`);
  const file = join(directory, sealingKeyFile);
  createOnce(file);
  const { mode } = statSync(file);
  if ((mode & othersMay) !== 0) throw new Error(`others can read ${file}: run chmod 600 on it`);
  return keyOf(readFileSync(file, "utf8").trim(), file);
}

/** Whole or not at all, by a link: of several processes that start at once, one makes the key that all then read. */
function createOnce(file: string): void {
  const draft = `${file}.${process.pid}.${randomBytes(4).toString("hex")}`;
  writeFileSync(draft, `${randomBytes(32).toString("hex")}\n`, { mode: 0o600, flag: "wx" });
  try {
    chmodSync(draft, 0o600);
    linkSync(draft, file);
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  } finally {
    rmSync(draft);
  }
}

function keyOf(text: string, place: string): Buffer {
  if (!/^[0-9a-f]{64}$/i.test(text)) throw new Error(`${place} has no key: 64 hexadecimal digits are expected`);
  return Buffer.from(text, "hex");
}
