// Objects that Zod's own schemas do not express: rules for names by pattern, for all other members, and members named like those every
// object inherits. Only own members count, and `__proto__` is a name like any other.
import type * as z from "zod";
import type * as core from "zod/v4/core";
import { isObject } from "../checks/json-object.ts";
import { addTo, checked, type Issue, issuesAt } from "./checked.ts";

/** The schema of unlisted members. */
export interface Others<Patterns extends readonly Pattern[], Rest extends z.ZodType> {
  /** Each member whose name matches a pattern matches its schema, listed or not. */
  readonly patterns?: Patterns;
  /** Members neither listed nor matched by a pattern; `never` rejects them. */
  readonly rest: Rest;
}

type Pattern = readonly [RegExp, z.ZodType];
type ObjectOf<Shape extends core.$ZodShape, Patterns extends readonly Pattern[], Rest extends z.ZodType> = z.output<
  z.ZodObject<Shape, core.$strip>
> & { [name: string]: z.output<Patterns[number][1]> | z.output<Rest> };

/** An object with the members of `shape` and `others` beside them. */
export function objectWith<
  Shape extends core.$ZodShape,
  Rest extends z.ZodType,
  const Patterns extends readonly Pattern[] = [],
>(shape: Shape, others: Others<Patterns, Rest>): z.ZodType<ObjectOf<Shape, Patterns, Rest>> {
  let listed: ReadonlyMap<string, core.$ZodType> | undefined;
  return checked((value) => {
    // Getters in the shape may refer to schemas declared later: they are read at the first parse.
    listed ??= new Map(Object.entries(shape));
    return isObject(value)
      ? issuesOfMembers(value, listed, others)
      : [{ code: "invalid_type", expected: "object", input: value }];
  });
}

/** An object with members of one kind under any names. */
export function record<Values extends z.ZodType>(values: Values): z.ZodType<Record<string, z.output<Values>>> {
  return objectWith({}, { rest: values });
}

function issuesOfMembers(
  value: Record<string, unknown>,
  listed: ReadonlyMap<string, core.$ZodType>,
  { patterns = [], rest }: Others<readonly Pattern[], z.ZodType>,
): Issue[] {
  const members = new Map(Object.entries(value).filter(([, member]) => member !== undefined));
  const unknownNames: string[] = [];
  const issues = [...listed].flatMap(([name, schema]) => (members.has(name) ? [] : issuesOfMissing(name, schema)));
  for (const [name, member] of members) {
    const schemas = patterns.flatMap(([pattern, schema]) => (pattern.test(name) ? [schema] : []));
    const listedSchema = listed.get(name);
    if (listedSchema !== undefined) addTo(issues, issuesAt(name, listedSchema, member));
    for (const schema of schemas) addTo(issues, issuesAt(name, schema, member));
    if (listedSchema !== undefined || schemas.length > 0) continue;
    if (rest._zod.def.type === "never") unknownNames.push(name);
    else addTo(issues, issuesAt(name, rest, member));
  }
  if (unknownNames.length > 0)
    issues.push({ code: "unrecognized_keys", keys: unknownNames, input: value, continue: true });
  return issues;
}

function issuesOfMissing(name: string, schema: core.$ZodType): Issue[] {
  if (schema._zod.optin !== undefined) return [];
  const issues = issuesAt(name, schema, undefined);
  return issues.length > 0
    ? issues
    : [{ code: "invalid_type", expected: "nonoptional", path: [name], input: undefined }];
}
