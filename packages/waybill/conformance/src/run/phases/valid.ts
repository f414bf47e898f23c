// Valid requests at the edges of what the description allows: every one has to be accepted.
import { type Json, matches, type Operation, type Parameter, type Schema } from "waybill/description";
import { isPartial, placeOf } from "../../description/description.ts";
import { resolved } from "../../description/schema-parts.ts";
import { sampleOf, type Variant, validVariants } from "../../values/index.ts";
import { isObject, withValueAt } from "../../values/json.ts";
import { canCarry } from "../carriage.ts";
import { type CallResult, type Context, isAccepted, isRefused } from "../context.ts";
import { bodyTypeOf, callAnew, isUrlName } from "../inputs.ts";
import { isReference, ownerOfPath } from "../knowledge.ts";
import { membersOfBody, type RequestValues } from "../request-values.ts";
import { bodyCaseId, kindOf, parameterCaseId, renewed, withBody, withParameter } from "../variation.ts";
import { provide } from "./baseline.ts";

export async function runValid(context: Context): Promise<void> {
  for (const baseline of context.accepted) {
    for (const parameter of baseline.operation.parameters) {
      if (parameter.in !== "path") await varyParameter(context, baseline, parameter);
    }
    await varyBody(context, baseline);
  }
}

/** Text with a language or a source of its own: a place in a list, an order to sort in, words to search for. */
function isRiddle({ name, schema }: Parameter): boolean {
  const own = resolved(schema);
  return (
    (own.kind === "string" || own.kind === "any" || own.kind === "array") &&
    /(cursor|token|after|before|marker|continuation|starting|ending|etag|sort|order|order_?by|fields?|includes?|expand|embed|select|filters?|query|where|locale|lang|language|time_?zone|tz|currency|country|region|version|signature|nonce)$/i.test(
      name,
    )
  );
}

async function varyParameter(context: Context, baseline: CallResult, parameter: Parameter): Promise<void> {
  const { operation, values } = baseline;
  const known = knownTo(context, operation, parameter.name);
  const sample = known === undefined ? sampleOf(parameter.schema) : { ok: true as const, value: known };
  if (!sample.ok || (known === undefined && (isReference(parameter.name) || isRiddle(parameter)))) return;
  const plain = { path: [], keyword: "given", what: "given", value: sample.value };
  for (const variant of [plain, ...validVariants(parameter.schema, sample.value)]) {
    if (!canCarry(parameter, variant.value)) continue;
    const id = `${operation.id}/valid/${parameterCaseId(parameter, variant)}`;
    const how = variant.keyword === "given" ? `= ${JSON.stringify(variant.value)}` : variant.what;
    const expected = {
      values: withParameter(values, parameter, variant.value),
      control: async () => values,
      what: `${parameter.in} parameter ${parameter.name} ${how}`,
      where: placeOf(parameter.at),
    };
    const kind = `valid ${parameter.in} ${kindOf(variant)}`;
    await context.case(
      "valid",
      id,
      operation.id,
      async () => void (await expectAccepted(context, operation, expected)),
      kind,
    );
  }
}

async function varyBody(context: Context, { operation, values: usual }: CallResult): Promise<void> {
  const { body } = usual;
  const mediaType = bodyTypeOf(operation);
  if (mediaType === null || body?.kind !== "value" || mediaType.body !== "json") return;
  // Whose payload is described in part may well ask for more than it says.
  if (isPartial(operation, "request")) return;
  // What the request is about may be used up by it: each needs another one. An update leaves it there.
  const isAboutOne = context.links.producersOf(operation).some(({ method }) => method === "post");
  const consumes = isAboutOne && (operation.method === "post" || operation.method === "delete");
  let updated: RequestValues | null = null;
  const target = async (): Promise<RequestValues | null> => {
    if (consumes) return await provide(context, operation);
    if (!isAboutOne || operation.method === "get") return usual;
    updated ??= await provide(context, operation);
    return updated;
  };
  for (const made of validVariants(mediaType.schema, body.value)) {
    const variant = withReference(context, { operation, schema: mediaType.schema }, made);
    if (variant === null) continue;
    const id = `${operation.id}/valid/${bodyCaseId(variant)}`;
    const run = async (): Promise<void> => {
      const values = await target();
      if (values === null) return;
      const changed = values === usual ? variant.value : onto(values, variant.value);
      const again = (): RequestValues => withBody(usual, renewed(context, body.value));
      await expectAccepted(context, operation, {
        control: async () => (values === usual ? again() : await provide(context, operation)),
        values: withBody(values, renewed(context, changed, variant.path)),
        isStrange: variant.keyword === "additionalProperties",
        what: `${variant.path.join(".") || "the body"} ${variant.what}`,
        where: placeOf(mediaType.schema.at),
      });
    };
    await context.case("valid", id, operation.id, run, `valid body ${kindOf(variant)}`);
  }
}

/** An added member that names something has to name something that exists; `null` when nothing is known to. */
function withReference(
  context: Context,
  { operation, schema }: { readonly operation: Operation; readonly schema: Schema },
  variant: Variant,
): Variant | null {
  const { path, keyword, detail, value } = variant;
  const name = path.at(-1);
  if (keyword === "null" || keyword === "additionalProperties") return variant;
  if (keyword !== "optional") {
    const member = path.findLast((step) => typeof step === "string");
    // What has to exist cannot be any text that the schema allows.
    const isKnown =
      typeof member === "string" && isReference(member) && knownTo(context, operation, member) !== undefined;
    return isKnown ? null : variant;
  }
  if (detail === "left-out" || typeof name !== "string") return variant;
  if (isUrlName(name)) return { ...variant, value: withValueAt(value, path, context.newUrl()) };
  if (!isReference(name)) return variant;
  const known = knownTo(context, operation, name);
  const put = known === undefined ? null : withValueAt(value, path, known);
  return put !== null && matches(schema, put) ? { ...variant, value: put } : null;
}

function knownTo({ knowledge }: Context, operation: Operation, name: string): Json | undefined {
  return knowledge.valueFor(name, [ownerOfPath(operation.path.text)]);
}

/** The references of a body that was just made, in the variant of another one. */
function onto(values: RequestValues, variant: Json): Json {
  const members = membersOfBody(values);
  if (members === null || !isObject(variant)) return variant;
  const references = Object.entries(members).filter(([name]) => isReference(name) && Object.hasOwn(variant, name));
  return { ...variant, ...Object.fromEntries(references) };
}

interface Expected {
  readonly values: RequestValues;
  /** A request that was accepted before, or one like it. */
  readonly control: () => Promise<RequestValues | null>;
  /** It has undeclared members. */
  readonly isStrange?: boolean;
  readonly what: string;
  readonly where: string;
}

/** Where a request like one that was accepted is accepted still, the other one is as well; returns its response. */
export async function expectAccepted(
  context: Context,
  operation: Operation,
  { values, control, isStrange = false, what, where }: Expected,
): Promise<CallResult> {
  const result = await (isStrange ? context.try(operation, values) : callAnew(context, operation, values));
  // What is in the way of a request is not what the description says of it.
  if (!isRefused(result.status) || result.status === 409) return result;
  // Where the valid request is rejected by now as well, the state of the service has changed.
  const good = await control();
  if (good === null || !isAccepted((await callAnew(context, operation, good)).status)) return result;
  const message = `${operation.id} rejects a valid request with ${result.status}: ${what}`;
  context.object("valid-refused", message, { ...result, where });
  return result;
}
