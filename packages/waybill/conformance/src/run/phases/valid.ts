// Valid requests at the edges of what the description allows: every one has to be accepted. Requests that were accepted, sent again as they
// are: whether the second or the third time, the response is one of those declared.
import { type Json, matches, type Operation, type Parameter, type Schema } from "waybill/description";
import { isPartial, placeOf } from "../../description/description.ts";
import { resolved } from "../../description/schema-parts.ts";
import { sampleOf, type Variant, validVariants } from "../../values/index.ts";
import { isObject, withValueAt } from "../../values/json.ts";
import { type CallResult, type Cases, type Context, caseOf } from "../context.ts";
import { provide } from "../creating.ts";
import { expectAccepted } from "../engines/read-back.ts";
import { isUrlName } from "../inputs.ts";
import { isReference, ownerOfPath } from "../knowledge.ts";
import { membersOfBody, type RequestValues } from "../request-values.ts";
import { entriesIn } from "../rules/entries.ts";
import {
  anew,
  bodyCaseId,
  canCarry,
  jsonBodyOf,
  kindOf,
  parameterCaseId,
  renewed,
  withBody,
  withParameter,
} from "../variation.ts";

export function* validRequests(context: Context): Cases {
  for (const first of context.accepted) {
    for (const parameter of first.operation.parameters) {
      if (parameter.in !== "path") yield* validParameters(context, first, parameter);
    }
    yield* validBodies(context, first);
  }
}

/** So often a create is repeated: the second may be another case than the first, and than the third. */
const times = 2;

export function* repeatedRequests(context: Context): Cases {
  for (const { operation, values } of context.accepted) {
    // A value that must be unique is tried twice elsewhere.
    if (operation.method === "delete" || entriesIn(operation, "x-waybill-unique").length > 0) continue;
    // What was made for it is used up by it.
    const count = operation.method === "post" && !isAboutMade(context, operation) ? times : 1;
    const run = async (): Promise<void> => {
      // Deliveries to one address for two subscriptions cannot be kept apart.
      for (let round = 0; round < count; round += 1) await context.call(operation, anew(context, values));
    };
    yield caseOf("valid", operation, "valid/repeated", run, { elsewhere: "or last" });
  }
}

/** Whether it is about something that another operation creates. */
function isAboutMade({ links }: Context, operation: Operation): boolean {
  return links.producersOf(operation).some(({ method }) => method === "post");
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

function* validParameters(context: Context, { operation, values }: CallResult, parameter: Parameter): Cases {
  const known = knownTo(context, operation, parameter.name);
  const sample = known === undefined ? sampleOf(parameter.schema) : { ok: true as const, value: known };
  if (!sample.ok || (known === undefined && (isReference(parameter.name) || isRiddle(parameter)))) return;
  const plain = { path: [], keyword: "given", what: "given", value: sample.value };
  for (const variant of [plain, ...validVariants(parameter.schema, sample.value)]) {
    if (!canCarry(parameter, variant.value)) continue;
    const how = variant.keyword === "given" ? `= ${JSON.stringify(variant.value)}` : variant.what;
    const expected = {
      values: withParameter(values, parameter, variant.value),
      control: async () => values,
      what: `${parameter.in} parameter ${parameter.name} ${how}`,
      where: placeOf(parameter.at),
    };
    const run = (): Promise<CallResult> => expectAccepted(context, operation, expected);
    const kind = `valid ${parameter.in} ${kindOf(variant)}`;
    yield caseOf("valid", operation, `valid/${parameterCaseId(parameter, variant)}`, run, { kind });
  }
}

function* validBodies(context: Context, first: CallResult): Cases {
  const { operation, values: usual } = first;
  const body = jsonBodyOf(first);
  // Whose payload is described in part may well ask for more than it says.
  if (body === null || isPartial(operation, "request")) return;
  const { schema } = body;
  // What the request is about may be used up by it: each needs another one. An update leaves it there.
  const isAboutOne = isAboutMade(context, operation);
  const consumes = isAboutOne && (operation.method === "post" || operation.method === "delete");
  let updated: RequestValues | null = null;
  const target = async (): Promise<RequestValues | null> => {
    if (consumes) return await provide(context, operation);
    if (!isAboutOne || operation.method === "get") return usual;
    updated ??= await provide(context, operation);
    return updated;
  };
  for (const made of validVariants(schema, body.value)) {
    const variant = withReference(context, { operation, schema }, made);
    if (variant === null) continue;
    const run = async (): Promise<void> => {
      const values = await target();
      if (values === null) return;
      const changed = values === usual ? variant.value : onto(values, variant.value);
      // Undeclared members may come back.
      const isStrange = variant.keyword === "additionalProperties";
      await expectAccepted(context, operation, {
        control: async () => (values === usual ? anew(context, usual) : await provide(context, operation)),
        values: withBody(values, renewed(context, changed, variant.path)),
        ...(isStrange ? { send: (one) => context.try(operation, one) } : {}),
        what: `${variant.path.join(".") || "the body"} ${variant.what}`,
        where: placeOf(schema.at),
      });
    };
    yield caseOf("valid", operation, `valid/${bodyCaseId(variant)}`, run, { kind: `valid body ${kindOf(variant)}` });
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
