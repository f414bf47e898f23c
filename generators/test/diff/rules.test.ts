// Each rule finds what its cases expect, with the bump that each direction needs, and its opposite when the sides are swapped.
import { describe, expect, it } from "vitest";
import type { Change, Direction } from "../../src/diff/change.ts";
import { kinds } from "../../src/diff/rules/all-rules.ts";
import { type Case, caseFiles, type DocumentCase } from "./cases.ts";
import { asyncApi, diffDocuments, type JsonObject, openApi, withOperation, withSchema } from "./descriptions.ts";

interface Trial {
  readonly as: string;
  readonly bump: string;
  readonly base: JsonObject;
  readonly revision: JsonObject;
}

for (const { name, cases } of caseFiles) {
  describe(name, () => {
    for (const [index, one] of cases.entries())
      for (const trial of trialsOf(one))
        it(`finds case ${index + 1}: ${one.finds}, ${trial.as}`, () => check(one, trial));
  });
}

function check(one: Case, { bump, base, revision }: Trial): void {
  const changes = diffDocuments(base, revision);
  const found = changes.find(({ rule }) => rule === one.finds);
  expect(rulesOf(changes)).toEqual([one.finds, ...(one.also ?? [])].sort());
  expect(found).toMatchObject({ bump });
  if (one.says !== undefined) expect(found?.message).toContain(one.says);
  const opposite = kinds.find(({ id }) => id === one.finds)?.opposite;
  expect(rulesOf(diffDocuments(revision, base))).toContain(opposite);
}

function rulesOf(changes: readonly Change[]): string[] {
  return changes.map(({ rule }) => rule).sort();
}

function trialsOf(one: Case): Trial[] {
  if ("request" in one) {
    const trial = (direction: Direction): Trial => ({
      as: `in a ${direction}`,
      bump: direction === "event" ? (one.event ?? one.response) : one[direction],
      base: withSchema(one.base, direction),
      revision: withSchema(one.revision, direction),
    });
    return [trial("request"), trial("response"), trial("event")];
  }
  if ("operation" in one) {
    const { operation } = one;
    return (["called", "received"] as const).map((side) => ({
      as: side,
      bump: one[side],
      base: withOperation(operation.base, side),
      revision: withOperation(operation.revision, side),
    }));
  }
  const { bump, as, base, revision } = documentsOf(one);
  return [{ as, bump, base, revision }];
}

function documentsOf({ bump, openapi, asyncapi, documents }: DocumentCase): Trial {
  if (openapi !== undefined) {
    const document = (parts: JsonObject): JsonObject => ({ openapi: openApi({ paths: {}, ...parts }) });
    return { as: "in OpenAPI", bump, base: document(openapi.base), revision: document(openapi.revision) };
  }
  if (asyncapi !== undefined) {
    const document = (parts: JsonObject): JsonObject => ({ asyncapi: { ...asyncApi({ payload: {} }), ...parts } });
    return { as: "in AsyncAPI", bump, base: document(asyncapi.base), revision: document(asyncapi.revision) };
  }
  if (documents === undefined) throw new Error("a case needs openapi, asyncapi or documents");
  return { as: "in both documents", bump, ...documents };
}
