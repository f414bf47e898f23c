// Any, nothing, and the types without anything said about them.
// biome-ignore-all format: a table is read by the row
import { all, type Case, isType, values } from "./case.ts";

export const basics: readonly Case[] = [
  { says: "true", schema: true, accepts: values, rejects: [] },
  { says: "{}", schema: {}, accepts: values, rejects: [] },
  { says: "false", schema: false, accepts: [], rejects: values },
  { says: "null", schema: { type: "null" }, accepts: [null], rejects: all((value) => value === null) },
  { says: "boolean", schema: { type: "boolean" }, accepts: [true, false], rejects: all(isType("boolean")) },
  { says: "several types", schema: { type: ["string", "null", "integer"] }, accepts: ["", null, 1, 1e300], rejects: [1.5, true, [], {}] },
  { says: "a nullable object", schema: { type: ["object", "null"], properties: { a: { type: "string" } } }, accepts: [null, {}, { a: "x" }], rejects: [{ a: 1 }, [], ""] },
  { says: "an array or an object", schema: { type: ["array", "object"], minItems: 1, minProperties: 1 }, accepts: [[1], { a: 1 }], rejects: [[], {}, "", null] },
];
