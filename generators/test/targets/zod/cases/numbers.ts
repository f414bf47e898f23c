// Numbers: integers, bounds, multiples.
// biome-ignore-all format: a table is read by the row
import { all, type Case, isType, json } from "./case.ts";

export const numbers: readonly Case[] = [
  { says: "number", schema: { type: "number" }, accepts: [0, -0, 1.5, 1e300, 5e-324, Number.MAX_VALUE], rejects: all(isType("number")) },
  { says: "integer", schema: { type: "integer" }, accepts: [0, -0, 1, -7, 2 ** 53, -(2 ** 60), 1e300, json("1.0")], rejects: [1.5, 1e-9, "1", null, true] },
  { says: "minimum", schema: { type: "number", minimum: 1.1 }, accepts: [1.1, 2, 1e300], rejects: [1.09, 0, -1e300] },
  { says: "minimum of zero", schema: { type: "number", minimum: 0 }, accepts: [0, -0], rejects: [-5e-324] },
  { says: "exclusive bounds", schema: { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 1 }, accepts: [0.5, 5e-324], rejects: [0, -0, 1, 2] },
  { says: "both kinds of bounds", schema: { type: "integer", minimum: 0, exclusiveMinimum: 2, maximum: 5, exclusiveMaximum: 9 }, accepts: [3, 5], rejects: [2, 6, 3.5] },
  { says: "bounded integer", schema: { type: "integer", minimum: 1, maximum: 100 }, accepts: [1, 100], rejects: [0, 101, 1.5, "1"] },
  { says: "integer with one bound", schema: { type: "integer", minimum: 1 }, accepts: [1, 1e300], rejects: [0, 1.5] },
  { says: "multipleOf of an integer", schema: { type: "number", multipleOf: 3 }, accepts: [0, -0, 3, -9, 3e15], rejects: [1, 1.5, 3e15 + 1] },
  { says: "multipleOf of a decimal", schema: { type: "number", multipleOf: 0.01 }, accepts: [0.07, 4.35, 1.1, 19.99, 1e21, 0.29], rejects: [0.075, 1e-9, 0.011], ajvErrs: true },
  { says: "multipleOf of a tiny decimal", schema: { type: "number", multipleOf: 1e-8 }, accepts: [12391239123, 0.00000001, 3e-8, 1e300], rejects: [1e-9, 0.123456789], ajvErrs: true },
  { says: "multipleOf of a fraction above one", schema: { type: "number", multipleOf: 1.5 }, accepts: [0, 3, 4.5, -1.5], rejects: [1, 2, 4] },
  { says: "multipleOf beside integer", schema: { type: "integer", multipleOf: 0.5 }, accepts: [1, 2, 1e308], rejects: [0.5], ajvErrs: true },
  { says: "int32", schema: { type: "integer", format: "int32" }, accepts: [0, 2 ** 31 - 1, -(2 ** 31)], rejects: [2 ** 31, -(2 ** 31) - 1, 0.5] },
  { says: "int64", schema: { type: "number", format: "int64" }, accepts: [0, 2 ** 60], rejects: [0.5] },
  { says: "double", schema: { type: "number", format: "double" }, accepts: [0.5, 1e300], rejects: ["0.5"] },
];
