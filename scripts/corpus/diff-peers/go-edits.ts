// The assignments of a Go test to fields of a description -> edits, and edits -> an edited description.

/** A field by name, an element by position or name, a parameter by place and name, or what a reference leads to. */
type Step =
  | { readonly kind: "key"; readonly key: string | number }
  | { readonly kind: "parameter"; readonly in: string; readonly name: string }
  | { readonly kind: "target" };

export interface GoEdit {
  readonly side: 0 | 1;
  readonly steps: readonly Step[];
  /** `undefined` deletes. */
  readonly value: unknown;
}

/** Null where the test changes a description in a way that is not understood. */
export function editsOf(text: string, names: readonly [string, string]): readonly GoEdit[] | null {
  const constants = new Map<string, unknown>(paths);
  for (const [, name = "", value = ""] of text.matchAll(/^\t(\w+) := (.+)$/gm)) {
    const literal = literalOf(value, constants);
    if (literal !== undefined) constants.set(name, literal.value);
  }
  const edits: GoEdit[] = [];
  for (const line of text.split("\n").map((each) => each.trim())) {
    const side = names.findIndex((name) => name !== "" && new RegExp(`\\b${name}\\.Spec\\b`).test(line));
    if (side === -1) continue;
    const edit = editOf(line, constants);
    if (edit === null) return null;
    edits.push({ side: side === 0 ? 0 : 1, ...edit });
  }
  // What is changed through another variable, or by a function of the tests.
  if (/\b(?:s1|s2|base|revision)\.Spec/.test(text.replaceAll(/^\t\w+\.Spec\..*$/gm, ""))) return null;
  return /\bdeleteParam\(|:= openapi3\.New(?!Loader)|Unmarshal/.test(text) ? null : edits;
}

/** Edits it in place; false where a place does not exist. */
export function applyEdit(document: unknown, { steps, value }: GoEdit): boolean {
  let at: unknown = document;
  for (const step of steps.slice(0, -1)) at = stepInto(document, at, step);
  const last = steps.at(-1);
  if (!isObject(at) || last?.kind !== "key") return false;
  if (value === undefined) delete at[String(last.key)];
  else at[String(last.key)] = value;
  return true;
}

function stepInto(document: unknown, at: unknown, step: Step): unknown {
  if (!isObject(at)) return undefined;
  if (step.kind === "key") {
    const inner = at[String(step.key)];
    return inner;
  }
  if (step.kind === "parameter") {
    const found = Object.values(at)
      .map((each) => targetOf(document, each))
      .find((each) => isObject(each) && each["in"] === step.in && each["name"] === step.name);
    return found;
  }
  return targetOf(document, at);
}

function targetOf(document: unknown, at: unknown): unknown {
  if (!isObject(at) || typeof at["$ref"] !== "string") return at;
  const keys = at["$ref"].replace(/^#\//, "").split("/");
  let found: unknown = document;
  for (const key of keys) found = isObject(found) ? found[key.replaceAll("~1", "/").replaceAll("~0", "~")] : undefined;
  return targetOf(document, found);
}

function editOf(line: string, constants: ReadonlyMap<string, unknown>): Omit<GoEdit, "side"> | null {
  const deleted =
    /^\w+\.Spec\.(.+)\.Delete\(("[^"]+"|\w+)\)$/.exec(line) ?? /^delete\(\w+\.Spec\.(.+), ("[^"]+")\)$/.exec(line);
  if (deleted !== null) {
    const [, chain = "", key = ""] = deleted;
    const [steps, name] = [stepsOf(chain, constants), literalOf(key, constants)?.value];
    return steps === null || typeof name !== "string"
      ? null
      : { steps: [...steps, { kind: "key", key: name }], value: undefined };
  }
  const [, chain = "", right = ""] = /^\w+\.Spec\.(.+?) = (.+)$/.exec(line) ?? [];
  const [steps, literal] = [stepsOf(chain, constants), literalOf(right, constants)];
  return steps === null || literal === undefined ? null : { steps, value: literal.value };
}

function stepsOf(chain: string, constants: ReadonlyMap<string, unknown>): Step[] | null {
  const steps: Step[] = [];
  let rest = `.${chain}`;
  while (rest !== "") {
    const found = stepAt(rest, constants);
    if (found === null) return null;
    if (found.step !== null) steps.push(found.step);
    rest = rest.slice(found.length);
  }
  return steps.length === 0 ? null : steps;
}

function stepAt(text: string, constants: ReadonlyMap<string, unknown>): { step: Step | null; length: number } | null {
  const [parameter, place = "", named = ""] =
    /^\.GetByInAndName\(openapi3\.ParameterIn(\w+), "([^"]+)"\)/.exec(text) ?? [];
  if (parameter !== undefined)
    return { step: { kind: "parameter", in: place.toLowerCase(), name: named }, length: parameter.length };
  const [valued, argument = ""] = /^\.Value\(([^)]*)\)/.exec(text) ?? [];
  if (valued !== undefined) return keyStep(literalOf(argument, constants)?.value, valued.length);
  const [indexed, index = ""] = /^\[([^\]]+)\]/.exec(text) ?? [];
  if (indexed !== undefined) return keyStep(literalOf(index, constants)?.value, indexed.length);
  const [target] = /^\.Value\b/.exec(text) ?? [];
  if (target !== undefined) return { step: { kind: "target" }, length: target.length };
  const [field, name = ""] = /^\.([A-Z]\w*)/.exec(text) ?? [];
  if (field === undefined || /^\(/.test(text.slice(field.length))) return null;
  // Extensions are members of their own object.
  if (name === "Extensions") return { step: null, length: field.length };
  return keyStep(keywords[name] ?? `${name[0]?.toLowerCase()}${name.slice(1)}`, field.length);
}

function keyStep(key: unknown, length: number): { step: Step; length: number } | null {
  return typeof key === "string" || typeof key === "number" ? { step: { kind: "key", key }, length } : null;
}

/** `undefined` for what is no literal; a value of `undefined` deletes. */
function literalOf(text: string, constants: ReadonlyMap<string, unknown>): { value: unknown } | undefined {
  const trimmed = text.trim();
  // The zero value of a field is left out where Go writes the description.
  if (/^(?:nil|""|false|\[\]\w+\{\}|openapi3\.\w+\{\})$/.test(trimmed)) return { value: undefined };
  if (/^(?:"[^"]*"|-?\d+(?:\.\d+)?|true|false)$/.test(trimmed)) return { value: JSON.parse(trimmed) };
  const [, number] = /^(?:float64|uint64|int)\((-?[\d.]+)\)$/.exec(trimmed) ?? [];
  if (number !== undefined) return { value: Number(number) };
  const [, types] = /^&openapi3\.Types\{([^}]*)\}$/.exec(trimmed) ?? [];
  if (types !== undefined) {
    const list = JSON.parse(`[${types}]`) as unknown[];
    return { value: list.length === 1 ? list[0] : list };
  }
  const [, list] = /^\[\](?:string|any|interface\{\})\{([^{}]*)\}$/.exec(trimmed) ?? [];
  if (list !== undefined && /^[\s\w",.-]*$/.test(list)) return { value: JSON.parse(`[${list}]`) };
  const [, inner] = /^(?:openapi3\.Ptr|toJson)\((?:t, )?("[^"]*"|[\w.]+)\)$/.exec(trimmed) ?? [];
  if (inner !== undefined) return literalOf(inner, constants);
  const name = trimmed.replace(/^&/, "");
  return constants.has(name) ? { value: constants.get(name) } : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

const keywords: Readonly<Record<string, string>> = {
  OperationID: "operationId",
  Max: "maximum",
  Min: "minimum",
  MinProps: "minProperties",
  MaxProps: "maxProperties",
  ExclusiveMin: "exclusiveMinimum",
  ExclusiveMax: "exclusiveMaximum",
};

/** Names that the tests share. */
const paths: readonly (readonly [string, unknown])[] = [
  ["securityScorePath", "/api/{domain}/{project}/badges/security-score"],
  ["installCommandPath", "/api/{domain}/{project}/install-command"],
  ["diff.XStabilityLevelExtension", "x-stability-level"],
  ["diff.SunsetExtension", "x-sunset"],
];
