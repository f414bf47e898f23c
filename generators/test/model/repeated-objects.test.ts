// Which objects get a name of their own where a description is divided, and that their places refer to them.
import { expect, it } from "vitest";
import { sharedObjectsOf } from "../../src/model/analysis/repeated-objects.ts";
import type { Schema } from "../../src/model/schema.ts";
import { readFiles } from "../source/memory-files.ts";

const members = Object.fromEntries(["a", "b", "c", "d", "e", "f", "g"].map((name) => [name, { type: "string" }]));
const user = { type: "object", properties: { ...members, id: { type: "integer", description: "A number." } } };

function sharedIn(schemas: Readonly<Record<string, object>>): Readonly<Record<string, unknown>> {
  const document = { openapi: "3.1.1", info: { title: "T", version: "1" }, paths: {}, components: { schemas } };
  const { api } = readFiles({ "openapi.json": JSON.stringify(document) });
  const { schemas: all, referring } = sharedObjectsOf(api?.schemas ?? []);
  return Object.fromEntries(all.map(({ name, schema }) => [name, shownOf(referring(schema))]));
}

/** The names that the members of an object refer to. */
function shownOf(schema: Schema): unknown {
  if (schema.kind === "ref") return schema.target.name;
  if (schema.kind === "array") return [shownOf(schema.items)];
  if (schema.kind === "union") return schema.members.map(shownOf);
  if (schema.kind !== "object") return schema.kind;
  const inner = schema.properties.map((property) => [property.name, shownOf(property.schema)] as const);
  return Object.fromEntries(inner.filter(([, shown]) => typeof shown !== "string" || shown.includes("_")));
}

it("an equal object in several places is named after the briefest of them", () => {
  const issue = { type: "object", properties: { author: { ...user, description: "Who wrote it." } } };
  const shared = sharedIn({
    Event: { type: "object", properties: { issue } },
    Team: { type: "object", properties: { members: { type: "array", items: user } } },
    Reply: { type: "object", properties: { by: { type: ["object", "null"], properties: user.properties } } },
  });
  expect(shared).toEqual({
    Event: { issue: { author: "Reply_by" } },
    Team: { members: ["Reply_by"] },
    Reply: { by: ["null", "Reply_by"] },
    Reply_by: {},
  });
});

it("what is in a repeated object is repeated with it, and has a name only if it is elsewhere too", () => {
  const issue = { type: "object", properties: { ...members, author: user } };
  const twice = { A: { type: "object", properties: { issue } }, B: { type: "object", properties: { issue } } };
  expect(sharedIn(twice)).toEqual({ A: { issue: "A_issue" }, A_issue: { author: {} }, B: { issue: "A_issue" } });
  const again = { ...twice, C: { type: "object", properties: { me: user } } };
  expect(sharedIn(again)).toMatchObject({ A_issue: { author: "C_me" }, C: { me: "C_me" } });
});

it("other texts, other values, few members and parts of an allOf keep an object where it is", () => {
  const other = { ...user, properties: { ...user.properties, id: { type: "integer" } } };
  const small = { type: "object", properties: { a: { type: "string" } } };
  expect(sharedIn({ A: { type: "object", properties: { user, small } } })["A"]).toEqual({ user: {}, small: {} });
  const apart = {
    A: { type: "object", properties: { user, small } },
    B: { type: "object", properties: { user: other, small } },
    C: { type: "object", properties: { user: { ...user, required: ["id"] } } },
    D: { allOf: [user, { type: "object", required: ["a"] }] },
  };
  expect(Object.keys(sharedIn(apart))).toEqual(["A", "B", "C", "D"]);
});
