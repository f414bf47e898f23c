// The parameters of an operation: which there are.
import type { Operation, Parameter } from "../../../model/http.ts";
import type { Kind } from "../../change.ts";
import { type Paired, paired } from "../../paired.ts";
import { adds, breaks, inside, type Rule, tightens } from "../../rule.ts";
import { shown } from "../schema/shown.ts";
import { pathNamesOf } from "./names.ts";

export const parameterAdded: Kind<Parameter> = {
  ...adds,
  id: "parameter-added",
  opposite: "parameter-removed",
  uneven: "something more can be overlooked, and something that is gone cannot be used, whoever sends it",
  message: (parameter) => `the ${wordsOf(parameter)} is new`,
};

export const requiredParameterAdded: Kind<Parameter> = {
  ...tightens,
  id: "required-parameter-added",
  opposite: "parameter-removed",
  uneven: "something that is gone cannot be used any more, whoever sends it",
  message: (parameter) => `the ${wordsOf(parameter)} is new and required`,
  means: {
    request: "Requests without it are refused, and none has it yet.",
    response: "It may be read, and need not be.",
  },
};

export const parameterRemoved: Kind<Parameter> = {
  ...breaks,
  id: "parameter-removed",
  opposite: "parameter-added",
  uneven: "something more can be overlooked, and something that is gone cannot be used, whoever sends it",
  message: (parameter) => `the ${wordsOf(parameter)} is gone`,
  means: { request: "Who sends it is refused, or not heard.", response: "Code that reads it finds nothing." },
};

export const parametersRule: Rule<Operation> = {
  kinds: [parameterAdded, requiredParameterAdded, parameterRemoved],
  compare: (base, revision, tell) => {
    const { added, removed } = pairedParameters(base, revision);
    for (const parameter of added) {
      const kind = parameter.required ? requiredParameterAdded : parameterAdded;
      tell(kind, parameter, inside(base.at, "parameters"), parameter.at);
    }
    for (const parameter of removed) tell(parameterRemoved, parameter, parameter.at, inside(revision.at, "parameters"));
  },
};

/** Those of the path by their place in it, the others by their names. */
export function pairedParameters(base: Operation, revision: Operation): Paired<Parameter> {
  const keys = new Map([base, revision].flatMap((operation) => keysOf(operation)));
  return paired(base.parameters, revision.parameters, (parameter) => keys.get(parameter) ?? parameter.name);
}

function keysOf(operation: Operation): [Parameter, string][] {
  const names = pathNamesOf(operation);
  return operation.parameters.map((parameter) => {
    const { in: place, name } = parameter;
    const own = place === "path" ? String(names.indexOf(name)) : place === "header" ? name.toLowerCase() : name;
    return [parameter, `${place} ${own}`];
  });
}

/** `query parameter "page"` */
export function wordsOf({ in: place, name }: Pick<Parameter, "in" | "name">): string {
  return `${place} parameter ${shown(name)}`;
}
