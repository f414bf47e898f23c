import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { folderOf } from "../../../../../scripts/testing/folder-of.ts";
import { LedgerFileError, mergeLedgers, saveLedger } from "../../src/recorder/ledger-file.ts";
import { assertComplete, assertConforms, Recorder } from "../../src/recorder.ts";
import { seenIn, shop } from "./shop.ts";

let folder = "";
beforeEach(() => {
  folder = folderOf({});
});

describe("ledgers in files", () => {
  test("ledgers of several processes are added up", () => {
    const description = shop();
    for (const name of ["a", "b"]) saveLedger(recorderThatSaw("/cups"), join(folder, "deep", `${name}.json`));
    saveLedger(recorderThatSaw("/news"), join(folder, "deep", "c.json"));
    const files = ["a", "b", "c"].map((name) => join(folder, "deep", `${name}.json`));
    const ledger = mergeLedgers(description, files);
    expect(seenIn({ ledger })).toEqual(["listCups 200 x2", "listCups 200 X-Count x2", "readNews 200"]);
    expect(ledger.rows().find(({ id }) => id === "listCups 200")?.seen).toBe(2);
  });

  test("are written as a whole, replace the old file, and leave no temporary file", () => {
    const file = join(folder, "ledger.json");
    for (const path of ["/cups", "/news"]) saveLedger(recorderThatSaw(path), file);
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ version: 1, seen: { "readNews 200": 1 } });
    expect(readdirSync(folder)).toEqual(["ledger.json"]);
    mkdirSync(join(folder, "taken"));
    expect(() => saveLedger(recorderThatSaw("/cups"), join(folder, "taken"))).toThrow();
    expect(readdirSync(folder)).toEqual(["ledger.json", "taken"]);
  });

  test.each([
    ["no JSON", "{", /cannot be read as a ledger/],
    ["another version", '{"version":2,"seen":{}}', /is not a ledger of this version/],
    ["no counts", '{"version":1,"seen":{"a":"b"}}', /is not a ledger of this version/],
    ["negative counts", '{"version":1,"seen":{"a":-1}}', /is not a ledger of this version/],
  ])("are refused when they are %s", (_name, text, message) => {
    const file = join(folder, "ledger.json");
    writeFileSync(file, text);
    expect(() => mergeLedgers(shop(), [file])).toThrow(LedgerFileError);
    expect(() => mergeLedgers(shop(), [file])).toThrow(message);
    expect(() => mergeLedgers(shop(), [file])).toThrow(file);
    expect(() => mergeLedgers(shop(), [join(folder, "none.json")])).toThrow(LedgerFileError);
  });
});

describe("assertions", () => {
  test("a recorder without findings conforms, one with findings lists them", () => {
    const recorder = recorderThatSaw("/cups");
    expect(() => assertConforms(new Recorder(shop()))).not.toThrow();
    expect(() => assertConforms(recorder)).toThrow(
      expect.objectContaining({
        name: "AssertionError",
        message: expect.stringMatching(
          /^one response or delivery is not as described:\n\n {2}missing-body {2}listCups 200 /,
        ),
        stack: expect.stringContaining("ledger-file.test.ts"),
      }),
    );
  });

  test("a ledger is complete when all is seen or excused, and no excuse is stale", () => {
    const { ledger } = recorderThatSaw("/cups");
    const reason = "the test is not subscribed to it";
    const rest = ["listCups 200 application/json", "addCup *", "readNews *", "cup.sold*"];
    expect(() => assertComplete(ledger, [{ cells: rest, reason }])).not.toThrow();
    expect(() => assertComplete(ledger, [{ cells: rest.slice(1), reason }])).toThrow(
      /^declared but never seen; cover or excuse them:\n {2}listCups 200 application\/json {2}openapi\.yaml:\d+:\d+$/,
    );
    expect(() => assertComplete(ledger, [{ cells: [...rest, "listCups 200"], reason }])).toThrow(
      /^stale excuses, remove them:\n {2}listCups 200: it was seen/,
    );
    expect(() => assertComplete(ledger)).toThrow("addCup 201");
  });
});

function recorderThatSaw(path: string): Recorder {
  const recorder = new Recorder(shop());
  recorder.observe({
    request: { method: "GET", target: path, server: "http://127.0.0.1", headers: [], body: null },
    response: { status: 200, headers: [["X-Count", "1"]], body: new Uint8Array() },
  });
  return recorder;
}
