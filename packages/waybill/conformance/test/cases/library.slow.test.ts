// `library.yaml` against a service of it: no check vanishes because of how the description is written, or because of one undeclared status.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { textReport } from "../../src/report/text.ts";
import { runConformance } from "../../src/run/run.ts";
import type { RunReport } from "../../src/run/run-report.ts";
import { openText } from "../description/opened.ts";
import { found } from "../run/obedient/run.ts";
import { type Habits, openObedient } from "../run/obedient/server.ts";
import type { Thing } from "../run/obedient/store.ts";

const file = join(import.meta.dirname, "../../../../../generators/test/cases/fixtures/codegen/library.yaml");
const library = readFileSync(file, "utf8");
const anyPatch = library.replace("      minProperties: 1\n", "");

const key = "library-key-1";

/** What a server does wrong that otherwise follows the description. */
type Fault = "an update ignores the note" | "a create is a 200";

function habitsOf(fault: Fault | null): Habits {
  const created = new Map<unknown, Thing>();
  const writes = (thing: Thing, said: Thing): Thing => {
    const known = created.get(thing["id"]);
    if (known === undefined) {
      const book = { ...thing, createdAt: new Date().toISOString() };
      created.set(thing["id"], book);
      return book;
    }
    return fault === "an update ignores the note" && "note" in said ? { ...thing, note: known["note"] ?? null } : thing;
  };
  const habits: Habits = { writes, unique: "isbn" };
  if (fault !== "a create is a 200") return habits;
  return { ...habits, rewrite: (written) => (written.status === 201 ? { ...written, status: 200 } : written) };
}

async function runOf(text: string, fault: Fault | null = null): Promise<RunReport> {
  const description = openText(text);
  const server = await openObedient(description, { key, seeds: 0, habits: habitsOf(fault) });
  return await runConformance({ description, url: server.url, key }).finally(() => server.stop());
}

const sound = runOf(library);

describe("library.yaml", () => {
  it("library.yaml: with and without minProperties of the PATCH body, the same checks run", async () => {
    const [whole, open] = [await sound, await runOf(anyPatch)];
    expect([whole.findings, whole.notes, open.findings]).toEqual([[], [], []]);
    expect(whole.checks).toEqual(open.checks);
    const idsOf = ({ cases }: RunReport): string[] => cases.map(({ id }) => id).filter((id) => id.includes("/links/"));
    expect(idsOf(whole)).toEqual(idsOf(open));
    expect(idsOf(whole)).toContain("updateBook/links/updates");
  });

  it.each<[Fault, string[]]>([
    ["an update ignores the note", ["lost-write updateBook", "lost-write getBook"]],
    ["a create is a 200", ["undeclared-status createBook"]],
  ])("library.yaml: %s is found, and nothing else", async (fault, findings) => {
    const report = await runOf(library, fault);
    expect(found(report)).toEqual(findings);
    expect(report.notes).toEqual([]);
    // Nor does it leave a check out.
    expect(report.checks).toEqual((await sound).checks);
    expect(report.cases.map(({ id }) => id)).toEqual((await sound).cases.map(({ id }) => id));
  });

  it("library.yaml: a check that does not run is listed with its reason, and counted", async () => {
    const report = await sound;
    const text = textReport(report);
    const missing = "not: foreign-access, because --other-key was not passed";
    const unused = "revoked-key-accepted, because --spare-key and --trigger 'revoke=…' were not passed";
    const ofList = missing.replace(": ", `: ${unused}; `);
    expect(text).toContain(`checks\n  15 of 17 checks ran for listBooks; ${ofList}\n`);
    expect(text).toContain(`\n  13 of 14 checks ran for deleteBook, updateBook, lendBook; ${missing}\n`);
    expect(text).toMatch(/no finding; \d+ of \d+ checks ran; ledger /);
  });
});
