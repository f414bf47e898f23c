// Types of the compiler -> the kinds of values that they may hold, so that two of them can be compared across programs.
import type { ts } from "ts-morph";
import type { Compiler } from "./compiler.ts";

export interface TypeReader {
  readonly compiler: Compiler;
  readonly checker: ts.TypeChecker;
}

/** `string`, `array of number`, `object`; `any` where nothing is known. */
export function kindsOfType(type: ts.Type, reader: TypeReader, depth = 0): ReadonlySet<string> {
  const { compiler, checker } = reader;
  const { TypeFlags } = compiler;
  if (type.isUnion()) return new Set(type.types.flatMap((one) => [...kindsOfType(one, reader, depth)]));
  const flags: readonly (readonly [number, string])[] = [
    [TypeFlags.Any | TypeFlags.Unknown, "any"],
    [TypeFlags.StringLike, "string"],
    [TypeFlags.NumberLike, "number"],
    [TypeFlags.BigIntLike, "bigint"],
    [TypeFlags.BooleanLike, "boolean"],
    [TypeFlags.Null, "null"],
    [TypeFlags.Undefined | TypeFlags.Void, "undefined"],
  ];
  const known = flags.find(([flag]) => (type.flags & flag) !== 0);
  if (known !== undefined) return new Set([known[1]]);
  if ((type.flags & TypeFlags.Never) !== 0) return new Set();
  const [item] = checker.isArrayType(type) ? checker.getTypeArguments(type as ts.TypeReference) : [];
  if (item !== undefined)
    return new Set([depth > 3 ? "array" : `array of ${[...kindsOfType(item, reader, depth + 1)].sort().join(" or ")}`]);
  const apparent = checker.getApparentType(type);
  if (apparent !== type && (type.flags & TypeFlags.Instantiable) !== 0) return kindsOfType(apparent, reader, depth);
  return new Set([type.symbol?.name === "Date" ? "date" : "object"]);
}

/** Those of the second that the first has not; none where either is not known. */
export function gainedKinds(before: ReadonlySet<string>, after: ReadonlySet<string>): ReadonlySet<string> {
  return before.has("any") || after.has("any") ? new Set() : new Set([...after].filter((kind) => !before.has(kind)));
}
