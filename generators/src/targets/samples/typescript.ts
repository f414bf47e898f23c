// Sampled values -> the TypeScript program that sends them with the generated client, or with a hand-written one over it.
import { escapedHidden } from "../../emit/index.ts";
import { describesOtherMembers } from "../../model/analysis/bare-objects.ts";
import { isRange } from "../../model/analysis/media-types.ts";
import { describingChildrenOf, partsOf } from "../../model/analysis/value-parts.ts";
import type { Operation } from "../../model/http.ts";
import type { ObjectSchema, Schema } from "../../model/schema.ts";
import type { MethodPlace } from "../client/method-places.ts";
import { TargetFailure } from "../target.ts";
import type { Credential, Proof } from "./credentials.ts";
import type { ClientCall, SampleClient, SampleContext } from "./sample-client.ts";
import { type SampledRequest, Unsampled } from "./sampled-request.ts";
import { isFile, type SampleValue, type Syntax, valueText } from "./value-text.ts";

export interface TypeScriptSample {
  readonly operation: Operation;
  /** Of its method in the generated client. */
  readonly place: MethodPlace;
  readonly request: SampledRequest;
  readonly credentials: readonly Credential[];
}

export function typescriptSampleOf(sample: TypeScriptSample, context: SampleContext): string {
  const { operation, request } = sample;
  const value = checkedValueOf(operation, request);
  const { client } = context.options;
  const call = client === null ? null : callOf(client, operation);
  return call === null ? generatedText(sample, value, context) : handWrittenText(sample, value, call);
}

/** The request alone, `{ path: { id: "7" } }`; empty where nothing is sent. A file is a `Blob` of some text. */
export function typescriptRequestOf(operation: Operation, request: SampledRequest): string {
  const value = checkedValueOf(operation, request);
  const blob: Syntax = {
    ...typescriptSyntax,
    file: ({ type }) => `new Blob(["sample"], { type: ${typescriptText(type)} })`,
  };
  return Object.keys(value).length === 0 ? "" : valueText(value, blob, { depth: 0, before: 0, after: 2 });
}

function checkedValueOf(operation: Operation, request: SampledRequest): RequestValue {
  const method = operation.method.toUpperCase();
  if (["CONNECT", "TRACE", "TRACK"].includes(method)) throw new Unsampled(`fetch does not send ${method}`);
  if (["GET", "HEAD"].includes(method) && request.body !== null)
    throw new Unsampled(`fetch sends no body with ${method}`);
  const undescribed =
    request.body === null ? null : undescribedMemberIn(request.body.value, [request.body.media.schema]);
  if (undescribed !== null) throw new Unsampled(`its body has ${undescribed}, which the description does not have`);
  return requestValueOf(operation, request);
}

type RequestValue = Readonly<Record<string, SampleValue>>;

/** The request as its type has it: only the parts that are sent. */
function requestValueOf({ requestBody }: Operation, { parts, body }: SampledRequest): RequestValue {
  const content = requestBody?.content ?? [];
  const isNamed = content.length > 1 || content.some(({ type }) => isRange(type));
  if (body !== null && body.media.item !== null) throw new Unsampled("a body that is a sequence is made by a program");
  return {
    ...parts,
    ...(body !== null && isNamed ? { contentType: body.type } : {}),
    ...(body === null ? {} : { body: body.value }),
  };
}

function generatedText(
  sample: TypeScriptSample,
  value: RequestValue,
  context: Pick<SampleContext, "specifierOf">,
): string {
  const { operation, credentials } = sample;
  const authorization = credentials.map(({ scheme, proof }) => `${keyText(scheme)}: ${proofText(proof)}`);
  const names = [...(authorization.length === 0 ? [] : ["authorizeWith"]), "createClient"];
  const file = { target: "samples", path: "samples.gen.ts", summary: "", declarations: [] };
  const from = context.specifierOf(file, { kind: "generated", target: "client", path: "index.gen.ts" });
  const options = [
    `  baseUrl: ${variable("BASE_URL")},`,
    ...(authorization.length === 0
      ? []
      : [`  onRequest: authorizeWith({\n${authorization.map((line) => `    ${line},\n`).join("")}  }),`]),
  ];
  const start = `const response = await client.${methodText(sample.place)}(`;
  const request = Object.keys(value).length === 0 ? "" : valueAt(value, start.length);
  return [
    ...fileImport(value),
    `import { ${names.join(", ")} } from ${typescriptText(from)};`,
    "",
    "const client = createClient({",
    ...options,
    "});",
    "",
    `${start}${request});`,
    shownText(operation),
  ].join("\n");
}

function methodText({ group, name }: MethodPlace): string {
  return group === null ? name : `${group}.${name}`;
}

/** Every response has a status; not every one has a body. */
function shownText({ responses }: Operation): string {
  const haveBodies = responses.length > 0 && responses.every(({ content }) => content.length > 0);
  return haveBodies ? "console.log(response.status, response.body);" : "console.log(response);";
}

function handWrittenText(
  { operation, place }: TypeScriptSample,
  value: RequestValue,
  { setup, call, show = "response" }: ClientCall,
): string {
  const start = "const response = await ";
  const pieces = call.split(/(\{[^{}]*\})/);
  let column = start.length;
  let text = "";
  for (const piece of pieces) {
    const written = /^\{.*\}$/.test(piece)
      ? placeholderText(piece.slice(1, -1), { operation, place, value, column })
      : piece;
    text += written;
    column = text.length - text.lastIndexOf("\n") - 1 + (text.includes("\n") ? 0 : start.length);
  }
  // Without a value for the last argument, the comma before it goes.
  const tidy = text.replace(/,\s*\)$/, ")").replace(/\(\s*,\s*/g, "(");
  return [...fileImport(value), setup.trim(), "", `${start}${tidy};`, `console.log(${show});`].join("\n");
}

interface Filling {
  readonly place: MethodPlace;
  readonly operation: Operation;
  readonly value: RequestValue;
  readonly column: number;
}

/** `name`, `request`, `body`, `body.orderId`, `path.id`; nothing where the sample has no such value. */
function placeholderText(placeholder: string, { operation, place, value, column }: Filling): string {
  if (placeholder === "name") return methodText(place);
  const [part = "", ...rest] = placeholder.split(".");
  if (![...Object.keys(value), "request", "path", "query", "headers", "cookies", "body"].includes(part))
    throw new TargetFailure("samples", `{${placeholder}} in the call of ${operation.id} is not part of its request`);
  const partValue: SampleValue | undefined = part === "request" ? value : value[part];
  const resolvedValue = rest.reduce<SampleValue | undefined>((around, name) => memberOf(around, name), partValue);
  return resolvedValue === undefined ? "" : valueAt(resolvedValue, column);
}

function memberOf(value: SampleValue | undefined, name: string): SampleValue | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value) || isFile(value)) return undefined;
  const entry = Object.entries(value).find(([key]) => key === name);
  return entry?.[1];
}

function callOf({ setup, calls }: SampleClient, { id }: Operation): ClientCall | null {
  const call = (Object.hasOwn(calls, id) ? calls[id] : undefined) ?? calls["*"];
  if (call === undefined) return null;
  return typeof call === "string" ? { setup, call } : call;
}

function proofText(proof: Proof): string {
  switch (proof.kind) {
    case "authorization":
    case "key":
      return variable(proof.variable);
    case "basic":
      return `{ username: ${variable(proof.user)}, password: ${variable(proof.password)} }`;
    case "certificate":
      throw new Unsampled("fetch has no option for a client certificate");
  }
}

function variable(name: string): string {
  return `process.env[${typescriptText(name)}] ?? ""`;
}

function fileImport(value: RequestValue): string[] {
  return holdsFile(value) ? ['import { openAsBlob } from "node:fs";'] : [];
}

function holdsFile(value: SampleValue): boolean {
  if (typeof value !== "object" || value === null) return false;
  return isFile(value) || Object.values(value).some(holdsFile);
}

function valueAt(value: SampleValue, column: number): string {
  return valueText(value, typescriptSyntax, { depth: 0, before: column, after: 2 });
}

export const typescriptSyntax: Syntax = {
  words: { null: "null", true: "true", false: "false" },
  string: typescriptText,
  key: keyText,
  file: ({ name, type }) => `await openAsBlob(${typescriptText(name)}, { type: ${typescriptText(type)} })`,
  padding: " ",
  indentation: "  ",
  closesWithComma: true,
};

/** `__proto__: x` would set the prototype, `["__proto__"]: x` makes a member. */
function keyText(name: string): string {
  if (name === "__proto__") return '["__proto__"]';
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : typescriptText(name);
}

/** A literal that is exactly `text`. */
function typescriptText(text: string): string {
  return escapedHidden(JSON.stringify(text));
}

// A value and its schema -> the first member that no schema describes. Any value may have more members, but TypeScript takes one in an
// object literal for a mistake.

/** Its path, `lines[0].note`; `null` when all members are described. */
function undescribedMemberIn(value: unknown, schemas: readonly Schema[], at = ""): string | null {
  const parts = schemas.flatMap((schema) => partsOf(schema, { follow: typedChildrenOf }));
  if (parts.some(({ kind }) => kind === "any")) return null;
  if (Array.isArray(value)) {
    const items = parts.flatMap((part) => (part.kind === "array" ? [...part.prefixItems, part.items] : []));
    return firstOf(value.map((item, index) => () => undescribedMemberIn(item, items, `${at}[${index}]`)));
  }
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return null;
  const objects = parts.filter((part) => part.kind === "object");
  if (objects.every(hasNoMember) || objects.some(describesOtherMembers)) return null;
  return firstOf(
    Object.entries(value).map(([name, member]) => () => {
      const memberProperties = objects.flatMap(({ properties }) =>
        properties.filter((property) => property.name === name),
      );
      const path = at === "" ? name : `${at}.${name}`;
      return memberProperties.length === 0
        ? path
        : undescribedMemberIn(
            member,
            memberProperties.map(({ schema }) => schema),
            path,
          );
    }),
  );
}

function firstOf(checks: readonly (() => string | null)[]): string | null {
  for (const check of checks) {
    const memberPath = check();
    if (memberPath !== null) return memberPath;
  }
  return null;
}

/** Beside others that have members, its type says nothing; alone it accepts all. */
function hasNoMember({ properties, requiredElsewhere }: ObjectSchema): boolean {
  return properties.length === 0 && requiredElsewhere.length === 0;
}

/** TypeScript has no dependent schemas. */
function typedChildrenOf(schema: Schema): readonly Schema[] {
  return schema.kind === "object" ? [] : describingChildrenOf(schema);
}
