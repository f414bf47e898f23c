import { randomBytes } from "node:crypto";
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { folderOf } from "../../../../../scripts/testing/folder-of.ts";
import { openSealer } from "../../src/operation/sealer.ts";
import { createSealer } from "../../src/secrets/sealing.ts";
import { readSealingKey } from "../../src/secrets/sealing-key.ts";
import { openSqlite } from "../../src/storage/sqlite.ts";

function freshDirectory(): string {
  const directory = folderOf({});
  return directory;
}

describe("a sealed secret", () => {
  const sealer = createSealer(randomBytes(32));
  const secret = `whsec_${"5c".repeat(32)}`;

  test("opens for its owner, differs each time, and reveals nothing", () => {
    const [one, other] = [sealer.seal(secret, "sub_1"), sealer.seal(secret, "sub_1")];
    expect([sealer.open(one, "sub_1"), sealer.open(other, "sub_1")]).toEqual([secret, secret]);
    expect(one).not.toBe(other);
    expect(Buffer.from(one.slice(3), "base64url").includes(secret.slice(0, 8))).toBe(false);
  });

  test("opens for no other owner, with no other key, and not when it was changed", () => {
    const sealed = sealer.seal(secret, "sub_1");
    expect(() => sealer.open(sealed, "sub_2")).toThrow();
    expect(() => createSealer(randomBytes(32)).open(sealed, "sub_1")).toThrow();
    const bytes = Buffer.from(sealed.slice(3), "base64url");
    for (let index = 0; index < bytes.length; index += 1) {
      const changed = Buffer.from(bytes);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(() => sealer.open(`v1.${changed.toString("base64url")}`, "sub_1"), `byte ${index}`).toThrow();
    }
    expect(() => sealer.open(secret, "sub_1")).toThrow("was not sealed by this service");
  });
});

describe("the key", () => {
  const hex = "0f".repeat(32);

  test("is the variable's, and no file is made then", () => {
    const directory = freshDirectory();
    expect(readSealingKey(hex, directory).toString("hex")).toBe(hex);
    expect(readdirSync(directory)).toEqual([]);
  });

  test.each(["0f", "x".repeat(64), `${hex} `])("cannot be %j", (text) => {
    expect(() => readSealingKey(text, freshDirectory())).toThrow(
      "the environment variable FULFILLMENT_SECRET_KEY has no key: 64 hexadecimal digits are expected",
    );
  });

  test("is made once, in a file that only its owner can read", () => {
    const directory = freshDirectory();
    const key = readSealingKey(undefined, directory);
    expect(key).toHaveLength(32);
    expect(readSealingKey("", directory)).toEqual(key);
    expect(readdirSync(directory)).toEqual(["secret.key"]);
    const file = join(directory, "secret.key");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, "utf8").trim()).toBe(key.toString("hex"));
  });

  test("is refused when others can read the file, or when it holds something else", () => {
    const directory = freshDirectory();
    readSealingKey(undefined, directory);
    const file = join(directory, "secret.key");
    chmodSync(file, 0o644);
    expect(() => readSealingKey(undefined, directory)).toThrow(`others can read ${file}: run chmod 600 on it`);
    chmodSync(file, 0o600);
    writeFileSync(file, "something");
    expect(() => readSealingKey(undefined, directory)).toThrow(`${file} has no key`);
  });

  test("must be the one that the database was sealed with", async () => {
    const directory = freshDirectory();
    const database = openSqlite(join(directory, "test.db"));
    onTestFinished(() => database.close());
    await openSealer(database, { dataDirectory: directory, secretKey: hex });
    await openSealer(database, { dataDirectory: directory, secretKey: hex });
    await expect(openSealer(database, { dataDirectory: directory, secretKey: "aa".repeat(32) })).rejects.toThrow(
      /sealed with another key: set FULFILLMENT_SECRET_KEY to it/,
    );
  });
});
