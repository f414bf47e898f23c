// The parameters of an operation.
import type { Operation, Parameter } from "../../../model/http.ts";
import type { Kind } from "../../change.ts";
import { type Paired, paired } from "../../paired.ts";
import { adds, breaks, inside, opposites, type Rule, removalBreaksCode, tightens } from "../../rule.ts";
import { shown } from "../schema/shown.ts";
import { pathNamesOf } from "./names.ts";

const [parameterAdded, parameterRemoved] = opposites<Parameter>(
  adds("parameter-added", (parameter) => `the ${labelOf(parameter)} is new`),
  breaks("parameter-removed", (parameter) => `the ${labelOf(parameter)} is removed`, {
    means: {
      request: "Requests with it are rejected, or it is ignored.",
      response: "Code that reads it finds no value.",
    },
  }),
  removalBreaksCode,
);

const requiredParameterAdded: Kind<Parameter> = {
  ...tightens("required-parameter-added", (parameter) => `the ${labelOf(parameter)} is new and required`, {
    uneven: "a removal breaks code that uses it, in either direction",
    means: {
      request: "Requests without it are rejected, and no existing client sends it.",
      response: "Reading it is optional.",
    },
  }),
  opposite: "parameter-removed",
};

export const parametersRule: Rule<Operation> = {
  kinds: [parameterAdded, requiredParameterAdded, parameterRemoved],
  compare: (base, revision, report) => {
    const { added, removed } = pairedParameters(base, revision);
    for (const parameter of added) {
      const kind = parameter.required ? requiredParameterAdded : parameterAdded;
      report(kind, parameter, inside(base.at, "parameters"), parameter.at);
    }
    for (const parameter of removed)
      report(parameterRemoved, parameter, parameter.at, inside(revision.at, "parameters"));
  },
};

/** Path parameters by position, the others by name. */
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
export function labelOf({ in: place, name }: Pick<Parameter, "in" | "name">): string {
  return `${place} parameter ${shown(name)}`;
}
