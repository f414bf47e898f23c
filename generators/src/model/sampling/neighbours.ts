// A valid value -> similar values of the same schema, for arrays whose elements must be unique.
import type { Json, Schema } from "../schema.ts";
import { isList } from "../values/equality.ts";
import { matches } from "../values/matching.ts";
import { isObject, withMember } from "./json.ts";
import { arraysOf, enumsOf, leavesFor, numbersOf, objectsOf } from "./leaves.ts";
import { numberRulesOf, stepOf } from "./numbers.ts";
import { elementSchemaOf, memberSchemaOf } from "./parts.ts";

const most = 200;

/** Values that match `schema`, none of them checked for being new. `depth` bounds how far inside a change may be. */
export function* neighboursOf(schema: Schema, value: Json, depth = 3): Generator<Json> {
  for (const other of candidatesOf(schema, value, depth)) if (matches(schema, other)) yield other;
}

function* candidatesOf(schema: Schema, value: Json, depth: number): Generator<Json> {
  const { leaves } = leavesFor(schema, value);
  yield* enumsOf(leaves).flatMap(({ values }) => values);
  if (typeof value === "boolean") yield !value;
  if (typeof value === "number") yield* nearNumbers(value, stepOf(numberRulesOf(numbersOf(leaves)), value));
  if (typeof value === "string") yield* nearTexts(value);
  if (depth === 0) return;
  if (isObject(value)) {
    for (const [name, member] of Object.entries(value)) {
      const inner = memberSchemaOf(objectsOf(leaves), name, schema);
      for (const other of neighboursOf(inner, member, depth - 1)) yield withMember(value, name, other);
    }
  }
  if (isList(value)) {
    for (const [index, element] of value.entries()) {
      const inner = elementSchemaOf(arraysOf(leaves), index, schema);
      for (const other of neighboursOf(inner, element, depth - 1)) yield value.with(index, other);
    }
  }
}

function* nearNumbers(value: number, step: number): Generator<number> {
  for (let count = 1; count <= most; count += 1) {
    yield value + count * step;
    yield value - count * step;
  }
}

/** A number behind the text, or in place of its end; then single characters in place of each. */
function* nearTexts(text: string): Generator<string> {
  const characters = [...text];
  for (let count = 2; count <= most; count += 1) {
    yield `${text}${count}`;
    yield `${characters.slice(0, -String(count).length).join("")}${count}`;
  }
  for (const index of characters.keys()) {
    for (const other of "abcdefghijklmnopqrstuvwxyzABCDEF0123456789") yield characters.with(index, other).join("");
  }
}
