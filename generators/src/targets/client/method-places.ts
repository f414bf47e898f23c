// Operations and the options of an API -> where the client has the method of each: `client.listOrders` or `client.orders.list`.

import type { ApiOptions } from "../../model/api-options.ts";
import { camelOf, spelledOf } from "../../model/finish/naming/identifiers.ts";
import { isReservedWord } from "../../model/finish/naming/names.ts";
import type { HttpApi, Operation } from "../../model/http.ts";
import { displayOf } from "../../model/place.ts";
import type { TargetProblem } from "../target.ts";

export interface MethodPlace {
  /** `null`: on the client itself. */
  readonly group: string | null;
  readonly name: string;
}

export interface MethodPlaces {
  readonly of: (operation: Operation) => MethodPlace;
  /** Names that the hook `names.method` gives and that cannot be used. */
  readonly problems: readonly TargetProblem[];
}

type Options = Pick<ApiOptions, "group" | "names">;

/**
 * The order of the operations decides nothing. A name without the words of its group gives way to an operation whose own name it is,
 * and an operation outside of groups to a group of its name: `pingOperation`.
 */
export function methodPlacesOf({ operations }: Pick<HttpApi, "operations">, options: Options): MethodPlaces {
  const groupOf = groupsOf(operations, options);
  const groups = new Set(operations.map(groupOf));
  const names = new Set(operations.map((operation) => keyOf({ group: groupOf(operation), name: operation.name })));
  const places = new Map<Operation, MethodPlace>();
  const owners = new Map<string, Operation>();
  const problems: TargetProblem[] = [];
  for (const operation of operations) {
    const group = groupOf(operation);
    const fullName = memberName(operation);
    const short = group === null ? fullName : withoutGroup(fullName, group);
    const isFree = short === fullName || !names.has(keyOf({ group, name: short }));
    const methodName = isFree ? short : fullName;
    const place = { group, name: group === null && groups.has(methodName) ? `${methodName}Operation` : methodName };
    const hooked = { group, name: hookedName(operation, place, options, problems) };
    const other = owners.get(keyOf(hooked));
    if (other !== undefined) problems.push(clashOf(operation, other, hooked));
    owners.set(keyOf(hooked), operation);
    places.set(operation, hooked);
  }
  return { of: (operation) => places.get(operation) ?? { group: null, name: operation.name }, problems };
}

/** A constant cannot be named `delete`, so that of the operation is `deleteOperation`; a member can. */
function memberName({ id, name }: Operation): string {
  const bare = camelOf(id);
  return name === `${bare}Operation` && isReservedWord(bare) && !ofObjects.has(bare) ? bare : name;
}

/** What every object has, what makes it a promise, and what is a constructor in an interface. */
const ofObjects: ReadonlySet<string> = new Set(
  "then catch finally constructor prototype toString valueOf hasOwnProperty toJSON new".split(" "),
);

function groupsOf(operations: readonly Operation[], { group }: Options): (operation: Operation) => string | null {
  switch (group) {
    case "flat":
      return () => null;
    case "tag":
      // An operation with several tags has one method, in the group of the first: two ways to call it would be two to keep in mind.
      return ({ trigger, tags: [tag] }) => (tag === undefined || trigger !== null ? null : groupName(tag));
    case "path": {
      const shared = sharedSegments(operations);
      return (operation) => {
        const segment = literalsOf(operation).at(shared);
        return segment === undefined || operation.trigger !== null ? null : groupName(segment);
      };
    }
  }
}

/** How many segments all paths begin with, as in `/api/v1`; a path is never used up. */
function sharedSegments(operations: readonly Operation[]): number {
  const [first = [], ...others] = operations.map(literalsOf);
  const isShared = (segment: string, at: number): boolean =>
    others.length > 0 && others.every((segments) => segments[at] === segment && segments.length > at + 1);
  const differs = first.findIndex((segment, at) => at === first.length - 1 || !isShared(segment, at));
  return Math.max(0, differs);
}

/** The segments without parameters, up to the first one with. */
function literalsOf({ path }: Operation): string[] {
  const segments =
    path.text
      .split(/[?#]/)[0]
      ?.split("/")
      .filter((segment) => segment !== "") ?? [];
  const end = segments.findIndex((segment) => segment.includes("{"));
  return end === -1 ? segments : segments.slice(0, end);
}

/** Tags that differ only in case or punctuation are one group: their methods differ all the same. */
function groupName(text: string): string {
  return camelOf(text) || spelledOf(text);
}

/** `issuesCreate` in `issues` is `create`. */
function withoutGroup(name: string, group: string): string {
  const rest = name.slice(group.length);
  const isPrefix = name.toLowerCase().startsWith(group.toLowerCase()) && /^[\p{Lu}]/u.test(rest);
  return isPrefix ? camelOf(rest) : name;
}

function hookedName(
  operation: Operation,
  { group, name }: MethodPlace,
  { names: { method: hook } }: Options,
  problems: TargetProblem[],
): string {
  if (hook === undefined) return name;
  const { at, id, method, path, tags } = operation;
  const customName: unknown = hook(name, {
    source: displayOf(at),
    operationId: id,
    method,
    path: path.text,
    tags,
    group,
  });
  if (typeof customName === "string" && /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(customName)) return customName;
  problems.push({
    at,
    message: `names.method returns ${JSON.stringify(customName) ?? String(customName)} for the operation ${JSON.stringify(id)}, which is not an identifier`,
    hint: `return the given name, ${JSON.stringify(name)}, where it should stay`,
  });
  return name;
}

function clashOf({ at, id }: Operation, other: Operation, { group, name }: MethodPlace): TargetProblem {
  const method = group === null ? name : `${group}.${name}`;
  return {
    at,
    message: `the operations ${JSON.stringify(other.id)} and ${JSON.stringify(id)} would both be the method ${method}`,
    hint: "return another name for one of them in names.method",
  };
}

function keyOf({ group, name }: MethodPlace): string {
  return JSON.stringify([group, name]);
}
