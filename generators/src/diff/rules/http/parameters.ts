// The parameters of an operation.
import type { Header, MediaType, Operation, Parameter } from "../../../model/http.ts";
import type { Kind } from "../../change.ts";
import { type Paired, paired } from "../../paired.ts";
import {
  adds,
  breaks,
  flagRule,
  inside,
  insideBoth,
  loosens,
  mutual,
  opposites,
  type Rule,
  removalBreaksCode,
  tightens,
} from "../../rule.ts";
import { formatValue } from "../schema/shown.ts";
import { encodingsOf } from "./bodies.ts";
import { pathNamesOf } from "./operations.ts";

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
    const parameterKey =
      place === "path" ? String(names.indexOf(name)) : place === "header" ? name.toLowerCase() : name;
    return [parameter, `${place} ${parameterKey}`];
  });
}

/** `query parameter "page"` */
export function labelOf({ in: place, name }: Pick<Parameter, "in" | "name">): string {
  return `${place} parameter ${formatValue(name)}`;
}

// One parameter or header: whether it is required, and how it is serialized.

/** What parameters and headers have in common. */
export interface Field extends Pick<Header, "at" | "required" | "explode" | "mediaType" | "schema"> {
  readonly style?: string;
  readonly allowReserved?: boolean;
  readonly encodings?: MediaType["encodings"];
}

export const fieldRequiredRule: Rule<Field> = flagRule(
  opposites<void>(
    tightens("field-required", () => "it is required", {
      means: { request: "Requests without it are rejected.", response: "It is always present." },
    }),
    loosens("field-optional", () => "it is no longer required", {
      means: { request: "It can be omitted.", response: "Code that relies on it finds no value." },
    }),
  ),
  ({ required }) => required,
  ({ at }) => inside(at, "required"),
);

const fieldStyleChanged = mutual<{ keyword: string; from: string; to: string }>(
  breaks(
    "field-style-changed",
    ({ keyword, from, to }) => `it is serialized differently: ${keyword} is ${to} instead of ${from}`,
  ),
);

export const fieldStyleRule: Rule<Field> = {
  kinds: [fieldStyleChanged],
  compare: (base, revision, report) => {
    for (const keyword of ["style", "explode", "allowReserved", "mediaType"] as const) {
      const [from, to] = [String(base[keyword] ?? "not set"), String(revision[keyword] ?? "not set")];
      const key = keyword === "mediaType" ? "content" : keyword;
      if (from !== to) report(fieldStyleChanged, { keyword: key, from, to }, ...insideBoth(base, revision, key));
    }
    const [was, is] = [base, revision].map(({ schema, encodings = [] }) =>
      encodingsOf({ schema, encodings, body: "form" }),
    );
    for (const field of new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])])) {
      const [from, to] = [was?.get(field) ?? "the default", is?.get(field) ?? "the default"];
      const keyword = `the encoding of ${formatValue(field)}`;
      if (from !== to) report(fieldStyleChanged, { keyword, from, to }, ...insideBoth(base, revision, "content"));
    }
  },
};
