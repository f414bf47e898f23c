// Deletes and changes nodes of descriptions, one at a time: nothing is overlooked by `waybill diff` without a stated reason. `pnpm --filter testing long`
// tries more of them.
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { isLong } from "../../testing/long.ts";
import { describeWithCorpus } from "../../testing/shared-corpus.ts";
import { asyncApiDocuments, asyncApiExamples, openApiDocuments, ownDescriptions } from "./descriptions.ts";
import { judge } from "./judged.ts";
import { Probe, type ProbedDescription } from "./probe.ts";
import { unseen } from "./unseen.ts";

function silentIn(description: ProbedDescription, share: number): string[] {
  const judged = [...judge(description, share)];
  expect(judged.length).toBeGreaterThan(0);
  return judged.filter(([, judgement]) => judgement === "silent").map(([change]) => `${description.name}: ${change}`);
}

describe("a change of one node", () => {
  const complete = [...asyncApiDocuments, ...openApiDocuments];
  it.each(complete.map((one) => [one.name, one] as const))("of %s is reported", (_, description) => {
    expect(silentIn(description, isLong ? 1 : 3)).toEqual([]);
  });

  it.each(ownDescriptions.map((one) => [one.name, one] as const))("of %s is reported", (_, description) => {
    expect(silentIn(description, isLong ? 20 : 613)).toEqual([]);
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
    expect(asyncApiExamples().flatMap((description) => silentIn(description, isLong ? 2 : 47))).toEqual([]);
  });
});
