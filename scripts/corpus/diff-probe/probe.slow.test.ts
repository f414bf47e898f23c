// A sample of `pnpm corpus probe`: nothing that changes in a description is overlooked by `waybill diff` without a stated reason.
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { isLong } from "../../testing/long.ts";
import { describeWithCorpus } from "../../testing/shared-corpus.ts";
import { asyncApiExamples, everyFieldDocuments, ownDescriptions } from "./descriptions.ts";
import { Judged } from "./judged.ts";
import { Probe } from "./probe.ts";
import { unseen } from "./unseen.ts";

describe("a change of one node", () => {
  it.each(everyFieldDocuments.map((one) => [one.name, one] as const))("of %s is reported", (_, description) => {
    const judged = new Judged();
    judged.run(description, 3);
    expect(judged.silent).toEqual([]);
    expect(judged.beside.get("breaking silent") ?? 0).toBe(0);
    expect(judged.beside.get("breaking major")).toBeGreaterThan(10);
  });

  it.each(ownDescriptions.map((one) => [one.name, one] as const))("of %s is reported", (_, description) => {
    const judged = new Judged();
    judged.run(description, isLong ? 101 : 613);
    expect(judged.silent).toEqual([]);
  });

  it("of a message or the security of this API is major", () => {
    const [, messages] = ownDescriptions;
    if (messages === undefined) throw new Error("the description of messages is not there");
    const probe = new Probe(messages);
    const bumps = [
      "channels/subscriber/messages/orderCreated",
      "operations/deliver/security",
      "operations/deliver/security/0",
    ].map((place) => {
      const node = probe.nodes.find(({ tokens }) => tokens.join("/") === place);
      const [deleted] = node === undefined ? [] : probe.mutationsOf(node);
      return deleted === undefined ? null : probe.verdictOf(deleted).changes?.[0]?.bump;
    });
    expect(bumps).toEqual(["major", "major", "major"]);
  });

  it("has its reasons in the docs where it is not", () => {
    const page = readFileSync(path.join(import.meta.dirname, "../../../docs/diff.md"), "utf8");
    expect(unseen.filter(({ what, why }) => !page.includes(what) || !page.includes(why))).toEqual([]);
  });
});

describeWithCorpus("a change of one node of a published AsyncAPI document", () => {
  it("is reported", () => {
    const judged = new Judged();
    for (const description of asyncApiExamples()) judged.run(description, isLong ? 29 : 47);
    expect(judged.silent).toEqual([]);
    expect(judged.rows.reduce((sum, { mutations }) => sum + mutations, 0)).toBeGreaterThan(100);
  });
});
