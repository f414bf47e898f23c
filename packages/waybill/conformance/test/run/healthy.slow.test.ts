// Servers that follow their description -> no finding at all: the run has no false positives.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, it, onTestFinished } from "vitest";
import { folderOf } from "../../../../../scripts/testing/folder-of.ts";
import { isLong } from "../../../../../scripts/testing/long.ts";
import { corpusPath, describeWithCorpus } from "../../../../../scripts/testing/shared-corpus.ts";
import { openDescription } from "../../src/description/description.ts";
import { runConformance } from "../../src/run/run.ts";
import { type SmallApiName, smallApis } from "./obedient/apis.ts";
import { runAgainst } from "./obedient/run.ts";
import { openObedient } from "./obedient/server.ts";

const names = Object.keys(smallApis).filter((name): name is SmallApiName => name in smallApis);

/** The least requests that show that the run was one: a run that stops at once finds nothing either. */
const least: Readonly<Record<SmallApiName, number>> = {
  library: 150,
  shop: 200,
  styles: 250,
  forms: 80,
  tree: 150,
  hooks: 200,
};

describe("a server that keeps to its description", () => {
  const caseIds = new Map<SmallApiName, readonly string[]>();

  it.each(names)("is not accused: %s", async (name) => {
    const { report, server } = await runAgainst(name);
    expect(report.findings).toEqual([]);
    expect(report.notes).toEqual([]);
    expect([...server.improvised]).toEqual([]);
    expect(report.cases.filter(({ skipped }) => skipped !== null)).toEqual([]);
    expect(report.requests).toBeGreaterThan(least[name]);
    const ids = report.cases.map(({ id }) => id);
    caseIds.set(name, ids);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it("has the same case ids in every run", async () => {
    const first = caseIds.get("hooks") ?? (await runAgainst("hooks")).report.cases.map(({ id }) => id);
    const second = await runAgainst("hooks");
    expect(second.report.cases.map(({ id }) => id)).toEqual(first);
  });
});

describeWithCorpus("public descriptions", () => {
  // Reading and compiling it takes longer than all runs above; every night.
  it.runIf(isLong)("cause no false findings for Adyen's management API", { timeout: 300_000 }, async () => {
    const cwd = folderOf({});
    const text = gunzipSync(readFileSync(corpusPath("openapi", "adyen-management.json.gz"))).toString("utf8");
    // The document says 3.1, where `nullable` means nothing.
    const document: unknown = JSON.parse(text, (key, value: unknown) =>
      key === "nullable" && typeof value === "boolean" ? undefined : value,
    );
    writeFileSync(join(cwd, "adyen.json"), JSON.stringify(document));
    const description = openDescription({ cwd, openapi: "adyen.json" });
    const server = await openObedient(description, { key: "user:secret" });
    onTestFinished(() => server.stop());
    // A good call of each operation; WAYBILL_RUNS makes it all that can be said of them.
    const some = 150;
    const maxRequests = Number(process.env["WAYBILL_RUNS"] ?? 1) > 1 ? 60_000 : some;
    const report = await runConformance({ description, url: server.url, key: "user:secret", maxRequests });
    expect(report.findings).toEqual([]);
    expect(report.requests).toBeGreaterThan(some - 5);
  });
});
