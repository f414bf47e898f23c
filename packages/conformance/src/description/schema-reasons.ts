// Ajv's errors about one value -> the reasons worth reporting, with one wording per fault.
import type { ErrorObject } from "ajv/dist/2020.js";

export interface Reason {
  readonly error: ErrorObject;
  readonly message: string;
}

/** Without duplicates. Of a union, only the branches that matched most of the value are reported. */
export function reasonsOf(errors: readonly ErrorObject[]): Reason[] {
  const unions = new Set(errors.filter(isUnion).map(({ instancePath }) => instancePath));
  const entered = new Set(errors.flatMap(({ instancePath }) => pointersAbove(instancePath)));
  const reasons = new Map<string, Reason>();
  for (const error of errors) {
    const { instancePath } = error;
    if (isShallow(error) && unions.has(instancePath) && entered.has(instancePath)) continue;
    const message = messageOf(error);
    const key = `${instancePath} ${message}`;
    if (!reasons.has(key)) reasons.set(key, { error, message });
  }
  return [...reasons.values()];
}

function isUnion({ keyword }: ErrorObject): boolean {
  return keyword === "anyOf" || keyword === "oneOf";
}

/**
 * Ajv says of an `anyOf` that it failed, and before that why each branch did. A branch that was wrong inside the value
 * explains more than one that is for values of another kind. That several branches match is a reason of its own.
 */
function isShallow({ keyword, params }: ErrorObject): boolean {
  if (keyword === "oneOf") return new Map<string, unknown>(Object.entries(params)).get("passingSchemas") == null;
  return ["anyOf", "type", "const", "enum"].includes(keyword);
}

/** `/a/b` gives the root and `/a`. */
function pointersAbove(pointer: string): string[] {
  const tokens = pointer.split("/");
  return tokens.slice(1).map((_token, index) => tokens.slice(0, index + 1).join("/"));
}

function messageOf(error: ErrorObject): string {
  const text = textOf(error);
  return error.propertyName === undefined ? text : `the name ${JSON.stringify(error.propertyName)} ${text}`;
}

function textOf({ keyword, message = keyword, params }: ErrorObject): string {
  const facts = new Map<string, unknown>(Object.entries(params));
  switch (keyword) {
    case "enum":
      return `${message}: ${JSON.stringify(facts.get("allowedValues"))}`;
    case "const":
      return `must be ${JSON.stringify(facts.get("allowedValue"))}`;
    case "additionalProperties":
      return `${message}: ${JSON.stringify(facts.get("additionalProperty"))}`;
    // Ajv names the elements, which differ each time.
    case "uniqueItems":
      return "must NOT have duplicate items";
    case "false schema":
      return "must be absent";
    default:
      return message;
  }
}
