// A place -> values of other JSON types that its schema rejects; first those that a lenient server would accept.
import { type Json, matches } from "waybill/description";
import { isList, type JsonType, jsonTypeOf } from "./json.ts";
import { numbersOf } from "./leaves.ts";
import type { Place } from "./places.ts";
import { changeOf, type Variant } from "./variant.ts";

const atPlace = 3;

export function wrongTypes(place: Place): Variant[] {
  const wanted = isInteger(place) ? "an integer" : nameOf(jsonTypeOf(place.value));
  const refused = candidatesOf(place).filter((value) => !matches(place.schema, value) && isOtherType(place, value));
  return refused
    .filter((value, index) => refused.findIndex((other) => jsonTypeOf(other) === jsonTypeOf(value)) === index)
    .slice(0, atPlace)
    .map((value) => {
      const isFraction = typeof value === "number" && typeof place.value === "number";
      const detail = isFraction ? "fraction" : jsonTypeOf(value);
      const what = `${isFraction ? "a fraction" : nameOf(jsonTypeOf(value))} instead of ${wanted}`;
      return changeOf(place, { keyword: "type", detail, what, value });
    });
}

function isInteger({ leaves }: Place): boolean {
  return numbersOf(leaves).some(({ integer }) => integer);
}

function isOtherType(place: Place, value: Json): boolean {
  return jsonTypeOf(value) !== jsonTypeOf(place.value) || (typeof value === "number" && isInteger(place));
}

/** One of each other type; what nearly fits in front. */
function candidatesOf(place: Place): Json[] {
  const { value } = place;
  switch (jsonTypeOf(value)) {
    case "string":
      return [null, 5, [value], {}, true];
    case "number":
      return [JSON.stringify(value), Math.trunc(Number(value)) + 0.5, null, [value], true, {}];
    case "boolean":
      return [JSON.stringify(value), Number(value), null, [value], {}];
    case "array":
      return [...(isList(value) ? value.slice(0, 1) : []), "text", null, {}, 5, true];
    case "object":
      return [[value], "text", null, 5, true];
    case "null":
      return ["", 0, {}, [], false];
  }
}

function nameOf(type: JsonType): string {
  switch (type) {
    case "null":
      return "null";
    case "array":
      return "an array";
    case "object":
      return "an object";
    default:
      return `a ${type}`;
  }
}
