// Invalid requests, with one fault each: each must be rejected as declared. Names of other enums and of messages where a list of names is
// allowed are such faults, too: a status of another thing, the message of a test.

import { type Json, type MediaType, matches, type Operation, type Parameter } from "waybill/description";
import { type Description, placeOf } from "../../description/description.ts";
import { enumOf } from "../../description/schema-parts.ts";
import { declares, sentencesIn, statedRefusalOf } from "../../description/stated.ts";
import { pathOf } from "../../exchange/exchange.ts";
import { asObject, type Path, valueAt, withoutMember, withValueAt } from "../../values/json.ts";
import { sampleOf } from "../../values/places.ts";
import type { Variant } from "../../values/variant.ts";
import { foreignVariants, invalidVariants } from "../../values/variants.ts";
import { type CallResult, type Cases, type Context, caseOf, isAccepted } from "../context.ts";
import { noCredential } from "../credentials.ts";
import { checkRefused, refusalOf } from "../engines/refusal.ts";
import { bodyTypeOf, movedBody, rejectedWith, usualValues } from "../inputs.ts";
import { ownerOfPath } from "../knowledge.ts";
import { invalidInFuture } from "../limits.ts";
import { distinctLike } from "../names.ts";
import { type RequestValues, requestOf, sentValueOf } from "../request-values.ts";
import { type ErrorRule, errorRuleOf } from "../rules/errors.ts";
import {
  bodyCaseId,
  canCarry,
  jsonBodyOf,
  kindOf,
  parameterCaseId,
  renewed,
  survivesAsText,
  withBody,
  withParameter,
  withText,
} from "../variation.ts";

export function* invalidRequests(context: Context): Cases {
  const rule = errorRuleOf(context.description);
  for (const operation of context.description.operations) {
    const values = usualValues(context, operation);
    if (values === null) continue;
    // A request that was never accepted may have more than one fault.
    const isGood = isAccepted(context.baselines.get(operation)?.status ?? 0);
    const question = { operation, values, rule: isGood ? rule : null, refused: rejectedWith(context, operation) };
    for (const parameter of operation.parameters) yield* invalidParameters(context, question, parameter);
    yield* invalidBodies(context, question);
    yield* brokenBodies(context, question);
  }
}

interface Question {
  readonly operation: Operation;
  readonly values: RequestValues;
  readonly rule: ErrorRule | null;
  /** The status of the rejection of a valid request, where none was accepted. */
  readonly refused: number | null;
}

function* invalidParameters(context: Context, { operation, values, refused }: Question, parameter: Parameter): Cases {
  const place = `${parameter.in} parameter ${parameter.name}`;
  const about = { where: placeOf(parameter.at), refused };
  if (parameter.required && parameter.in !== "path") {
    yield refusalOf(context, operation, {
      ...about,
      name: `${parameter.in}.${parameter.name}/required`,
      kind: `invalid ${parameter.in} required`,
      values: withParameter(values, parameter, undefined),
      what: `${place} is left out`,
    });
  }
  const known = context.knowledge.valueFor(parameter.name, [ownerOfPath(operation.path.text)]);
  const sample = known === undefined ? sampleOf(parameter.schema) : { ok: true as const, value: known };
  if (!sample.ok || parameter.mediaType !== null) return;
  for (const variant of invalidVariants(parameter.schema, sample.value)) {
    const { value } = variant;
    if (!canCarry(parameter, value) || !survivesAsText(parameter.schema, value)) continue;
    const changed = withParameter(values, parameter, value);
    if (parameter.in === "path" && leadsElsewhere(context, operation, changed)) continue;
    yield refusalOf(context, operation, {
      ...about,
      name: parameterCaseId(parameter, variant),
      kind: `invalid ${parameter.in} ${kindOf(variant)}`,
      values: changed,
      what: `${place} ${variant.what} (${JSON.stringify(value).slice(0, 60)})`,
    });
  }
}

/** To another path of the description that happens to look like this one with another value. */
function leadsElsewhere(context: Context, operation: Operation, values: RequestValues): boolean {
  const { target } = requestOf(operation, values, { server: context.server, credential: noCredential });
  return context.description.find(operation.method, pathOf(target)) !== operation;
}

function* invalidBodies(context: Context, question: Question): Cases {
  const { operation, values, rule } = question;
  const { body } = values;
  const mediaType = bodyTypeOf(operation);
  if (mediaType === null || body?.kind !== "value" || mediaType.body !== "json") return;
  const of = { ...question, mediaType, good: body.value };
  const sent = { operation, schema: mediaType.schema };
  const variants = invalidVariants(mediaType.schema, body.value).map((one) => invalidInFuture(sent, one));
  // A case that is asked for by its name runs by itself.
  const isNamed = context.options.only?.startsWith(`${operation.id}/invalid/body/`) === true;
  const groups = rule?.perField === true && !isNamed ? groupsOf(variants) : [];
  for (const group of [...groups, ...(groups.length === 0 ? [] : mixedGroups(variants))]) {
    const kinds = new Set(group.map(kindOf));
    const kind = kinds.size === 1 ? [...kinds].join() : "mixed";
    const run = (): Promise<void> => breakTogether(context, of, group);
    yield caseOf("invalid", operation, `invalid/body/together/${kind}`, run, { kind: `invalid body ${kind}` });
  }
  const grouped = new Set(groups.flat());
  for (const variant of variants.filter((one) => !grouped.has(one))) {
    const run = (): Promise<void> => breakAlone(context, of, variant);
    const kind = `invalid body ${kindOf(variant)}`;
    yield caseOf("invalid", operation, `invalid/${bodyCaseId(variant)}`, run, { kind });
  }
  if (rule?.perField !== true) return;
  yield* twoFields(context, { ...of, rule }, variants);
  yield* twoElements(context, { ...of, rule }, variants);
}

interface BodyQuestion extends Question {
  readonly mediaType: MediaType;
  readonly good: Json;
}

async function breakAlone(
  context: Context,
  { operation, values, rule, refused, mediaType, good }: BodyQuestion,
  variant: Variant,
): Promise<void> {
  const changed = renewed(context, variant.value, variant.path);
  const first = await context.call(operation, withBody(values, changed));
  // A conflict proves nothing about the fault of this request.
  const renamed =
    first.status === 409
      ? distinctLike({ good, renamed: movedBody(context, operation, good), wrong: changed, wrongAt: variant.path })
      : changed;
  const result = renamed === changed ? first : await context.call(operation, withBody(values, renamed));
  const what = `${variant.path.join(".") || "the body"} ${variant.what}`;
  checkRefused(context, result, { what, where: placeOf(mediaType.schema.at), refused });
  rule?.checkFields(context, result, 1);
}

/**
 * The same fault in many fields at once, where the description says that each is reported: one request for all of them. Where
 * the entries are not as many as the fields, each is tried by itself.
 */
async function breakTogether(context: Context, question: BodyQuestion, group: readonly Variant[]): Promise<void> {
  const { operation, values, rule, good } = question;
  const wrong = group.reduce<Json>(
    (value, variant) => {
      const part = valueAt(variant.value, variant.path);
      return part === undefined ? withoutValueAt(value, variant.path) : withValueAt(value, variant.path, part);
    },
    renewed(context, good),
  );
  const result = await context.call(operation, withBody(values, wrong));
  if (rule?.hasEntries(result, group.length) === true) return;
  const before = context.recorder.findings.length;
  for (const variant of group) await breakAlone(context, question, variant);
  if (context.recorder.findings.length === before) rule?.checkFields(context, result, group.length);
}

/** Changes of one kind in places of which none is inside another. */
function groupsOf(variants: readonly Variant[]): (readonly Variant[])[] {
  const kinds = Map.groupBy(
    variants.filter(({ path }) => path.length > 0),
    kindOf,
  );
  return [...kinds.values()].flatMap((same): Variant[][] => {
    const group = same.filter(
      ({ path }) => !same.some((other) => other.path.length > path.length && isWithin(other.path, path)),
    );
    const places = new Set(group.map(({ path }) => path.join("/")));
    return group.length < 2 || places.size < group.length ? [] : [group];
  });
}

/** So many requests have a fault of another kind in each place. */
const mixtures = 3;

/** In each place, of which none is inside another, one of its faults: the next one in the next group. */
function mixedGroups(variants: readonly Variant[]): (readonly Variant[])[] {
  const places = Map.groupBy(
    variants.filter(({ path }) => path.length > 0),
    ({ path }) => path.join("/"),
  );
  const inner = [...places.values()].filter(([one]) =>
    [...places.values()].every(
      ([other]) => one !== undefined && (other === one || other === undefined || !isWithin(other.path, one.path)),
    ),
  );
  if (inner.length < 2) return [];
  return Array.from({ length: mixtures }, (_, round) =>
    inner.flatMap((faults, place) => faults[(round + place) % faults.length] ?? []),
  );
}

function isWithin(path: Path, outer: Path): boolean {
  return outer.every((step, index) => path[index] === step);
}

function withoutValueAt(value: Json, path: Path): Json {
  const name = path.at(-1);
  const holder = asObject(valueAt(value, path.slice(0, -1)));
  if (typeof name !== "string" || holder === null) return value;
  return withValueAt(value, path.slice(0, -1), withoutMember(holder, name));
}

type RuledQuestion = BodyQuestion & { readonly rule: ErrorRule };

/** Two fields at once, where the description says that each is reported. */
function* twoFields(context: Context, { operation, values, rule }: RuledQuestion, variants: readonly Variant[]): Cases {
  const [first, second] = variants.filter(({ keyword, path }) => keyword === "required" && path.length === 1);
  const name = second?.path.at(-1);
  const value = asObject(first?.value);
  if (typeof name !== "string" || value === null) return;
  yield caseOf("invalid", operation, "invalid/body/two-fields", async () => {
    rule.checkFields(context, await context.call(operation, withBody(values, withoutMember(value, name))), 2);
  });
}

/** So many faults of an element are tried in two elements. */
const elementFaults = 3;

/** The same fault in two elements of a list, with a good one in between: the places are two, though the member is one. */
function* twoElements(
  context: Context,
  { operation, values, rule, mediaType, good }: RuledQuestion,
  variants: readonly Variant[],
): Cases {
  const inner = variants.filter(({ path }) =>
    path.some((step, at) => typeof step === "number" && at < path.length - 1),
  );
  for (const variant of [...new Map(inner.map((one) => [one.keyword, one])).values()].slice(0, elementFaults)) {
    const at = variant.path.findLastIndex((step, index) => typeof step === "number" && index < variant.path.length - 1);
    const [list, element] = [variant.path.slice(0, at), variant.path.slice(0, at + 1)];
    const [right, wrong] = [valueAt(good, element), valueAt(variant.value, element)];
    if (right === undefined || wrong === undefined) continue;
    const several = (elements: readonly Json[]): Json => renewed(context, withValueAt(good, list, [...elements]));
    if (!matches(mediaType.schema, several([right, right, right]))) continue;
    yield caseOf("invalid", operation, `invalid/body/elements/${variant.keyword}`, async () => {
      // Elements that are equal may be refused for that.
      const validResult = await context.call(operation, withBody(values, several([right, right, right])));
      if (!isAccepted(validResult.status)) return;
      rule.checkFields(context, await context.call(operation, withBody(values, several([wrong, right, wrong]))), 2);
    });
  }
}

/** Bodies that are not a value of the schema's media type. */
function* brokenBodies(context: Context, { operation, values, rule, refused }: Question): Cases {
  const { requestBody } = operation;
  const mediaType = bodyTypeOf(operation);
  if (requestBody === null || mediaType === null || values.body?.kind !== "value") return;
  const text = JSON.stringify(sentValueOf(values));
  const written = (contents: string): RequestValues => withText(values, mediaType.type, contents);
  // The beginning of a number is a number.
  const cut = /["}\]e]$/.test(text) ? text.slice(0, -1) : `${text},`;
  const isOpen = requestBody.content.some(({ type }) => type.includes("*") || type.startsWith("text/plain"));
  const broken: readonly (readonly [isTried: boolean, name: string, what: string, values: RequestValues])[] = [
    [requestBody.required, "missing", "without a body", { ...values, body: null }],
    [mediaType.body === "json", "malformed", "truncated JSON", written(cut)],
    [mediaType.body === "json", "trailing", "JSON with trailing text", written(`${text}]`)],
    [mediaType.body === "json", "not-json", "text that is not JSON", written("not json")],
    [!isOpen, "content-type", "sent as text/plain", withText(values, "text/plain", text)],
    [isOnlyType(context, operation), "json", "sent as application/json", withText(values, "application/json", text)],
  ];
  for (const [isTried, name, what, changed] of broken) {
    if (!isTried) continue;
    yield refusalOf(context, operation, {
      name: `body/${name}`,
      kind: `invalid body ${name}`,
      values: changed,
      what: `the body, ${what}`,
      where: placeOf(requestBody.at),
      refused,
      also: (result) => rule?.checkOther(context, result),
    });
  }
}

/** Whether a description rejects what is sent as plain JSON, although it is a JSON like `application/merge-patch+json`. */
function isOnlyType({ description: { http } }: Context, operation: Operation): boolean {
  const types = (operation.requestBody?.content ?? []).map(({ type }) => type.toLowerCase().split(";")[0] ?? "");
  if (!types.every((type) => type.endsWith("+json")) || !declares(operation, 415)) return false;
  const texts = [statedRefusalOf(operation, [415]), operation.words.description, http?.info.description];
  return texts
    .flatMap((text) => sentencesIn(text ?? ""))
    .some((sentence) => {
      const isNamed = types.some((type) => sentence.includes(type));
      if (isNamed && /\b(not|only|nothing (else|but)|no other)\b/i.test(sentence)) return true;
      return /\b(other|another)\b.*\bmedia types?\b/is.test(sentence) && /\b(415|refused|rejected)\b/i.test(sentence);
    });
}

/** No more names are tried in one place. */
const most = 15;

export function* namesOfOtherEnums(context: Context): Cases {
  const names = namesOf(context.description);
  for (const first of context.accepted) {
    yield* inParameters(context, first, names);
    yield* inBodies(context, first, names);
  }
}

type Names = readonly (readonly string[])[];

/** The names of every message, and of every enum that has a name of its own. */
function namesOf({ schemas, messages }: Description): Names {
  const enums = schemas.map(({ schema }) => enumOf(schema) ?? []);
  return [messages.map(({ eventName }) => eventName), ...enums].filter(({ length }) => length > 0);
}

/**
 * What no list has in common with the place comes last, and of each such list its first name and its last: where one is accepted, so are others.
 * `order.shipped` looks like `SHIPPED`.
 */
function candidatesFor(allowedNames: readonly string[], names: Names): readonly string[] {
  const wordsOf = (name: string): string[] => name.toLowerCase().split(/[^a-z0-9]+/);
  const known = new Set(allowedNames.flatMap(wordsOf));
  const likeness = (name: string): number => wordsOf(name).filter((word) => known.has(word)).length;
  const foreign = names.map((list) => list.filter((name) => !allowedNames.includes(name)));
  const alike = foreign.flat().filter((name) => likeness(name) > 0);
  // A list that shares a name with the place is the nearest one: what it has besides is tried whole.
  const near = names.flatMap((list, index) =>
    list.some((name) => allowedNames.includes(name)) ? (foreign[index] ?? []) : [],
  );
  const firsts = foreign.flatMap((list) => list.slice(0, 1));
  const lasts = foreign.flatMap((list) => list.slice(-1));
  const sorted = alike.sort((a, b) => likeness(b) - likeness(a));
  return [...new Set([...near, ...sorted, ...firsts, ...lasts])].slice(0, most);
}

function* inParameters(context: Context, { operation, values }: CallResult, names: Names): Cases {
  for (const parameter of operation.parameters) {
    const enumValues = enumOf(parameter.schema);
    if (enumValues === null || parameter.in === "path") continue;
    const place = `${parameter.in}.${parameter.name}`;
    for (const name of candidatesFor(enumValues, names)) {
      yield refusalOf(context, operation, {
        name: `${place}/sibling:${name}`,
        kind: `sibling ${name}`,
        values: withParameter(values, parameter, name),
        what: `${parameter.in} parameter ${parameter.name} = ${JSON.stringify(name)}, a name of another list`,
        where: placeOf(parameter.at),
      });
    }
  }
}

function* inBodies(context: Context, first: CallResult, names: Names): Cases {
  const body = jsonBodyOf(first);
  if (body === null) return;
  for (const variant of foreignVariants(body.schema, body.value, (allowedNames) =>
    candidatesFor(allowedNames, names),
  )) {
    yield refusalOf(context, first.operation, {
      name: bodyCaseId(variant),
      kind: `sibling ${variant.detail}`,
      values: () => withBody(first.values, renewed(context, variant.value, variant.path)),
      what: `${variant.path.join(".")} ${variant.what}`,
      where: placeOf(body.schema.at),
    });
  }
}
