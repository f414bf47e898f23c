// Operations that declare conditions (RFC 9110, 13) or keys of repetitions -> the same request with the current version, with another one,
// several at once with the same one, and again with its key. What has an ETag has another one whenever a request has changed it.

import { canonical, type Json, matches, type Operation } from "waybill/description";
import { propertiesIn } from "../../description/schema-parts.ts";
import { declares, proseSentencesIn, sentencesIn, statedMemberOf, statedOf } from "../../description/stated.ts";
import { headerOf, pathOf, withHeader } from "../../exchange/exchange.ts";
import { asObject, type JsonObject, withoutMember } from "../../values/json.ts";
import { changedNames } from "../comparison.ts";
import { type CallResult, type Cases, type Context, caseOf, isAccepted, isRefused, type Rewrite } from "../context.ts";
import { hasKey, isConditionalChange, isConditionalRead } from "../conventions.ts";
import { discard, provide, provideFromProducer, variedBodies } from "../creating.ts";
import { isSingledOut } from "../engines/contrast.ts";
import { allMembers, bodyTypeOf, callAnew, follow, inputsFor, renamedValues, withNewReferences } from "../inputs.ts";
import { isReference } from "../knowledge.ts";
import { idsMadeBy } from "../links.ts";
import { timesOfChange } from "../records.ts";
import { membersOfBody, pathValues, type RequestValues } from "../request-values.ts";
import { anew, withBody, withMembers, withParameter } from "../variation.ts";
import { lateCase, type ReadingRequest, readerAbove, readersOf } from "./stated-refusals.ts";

export function* conditions(context: Context): Cases {
  for (const { operation, values } of context.accepted) {
    if (isConditionalRead(operation))
      yield caseOf("valid", operation, "valid/condition-of-read", () => tryRead(context, operation));
    if (isConditionalChange(operation))
      yield caseOf("valid", operation, "valid/condition-of-change", () => tryChange(context, operation));
    if (isConditionalChange(operation) && ["put", "patch"].includes(operation.method))
      yield lateCase("valid", operation, "valid/condition-at-once", () => tryAtOnce(context, operation));
    if (operation.method !== "get" && versionedIn(context, operation, values).length > 0)
      yield lateCase("valid", operation, "valid/condition-after", () => readAround(context, operation));
  }
}

export function etagOf({ exchange }: CallResult): string | null {
  return headerOf(exchange.response.headers, "etag");
}

const textOf = ({ json }: CallResult): string => canonical(asObject(json));

/** `null` for a weak one, which may name several representations. */
function strongEtagOf(result: CallResult): string | null {
  const etag = etagOf(result);
  return etag?.startsWith('"') === true ? etag : null;
}

async function tryRead(context: Context, operation: Operation): Promise<void> {
  const values = (await provide(context, operation)) ?? context.baselines.get(operation)?.values;
  if (values === undefined) return;
  const first = await context.call(operation, values);
  const etag = etagOf(first);
  if (first.status !== 200 || etag === null)
    return context.leftOut.note(operation, "condition-ignored", `its response has no ETag (${first.status})`);
  const changed = await context.callAs(operation, values, withHeader("If-None-Match", unknownTag));
  if (changed.status === 304)
    context.fault("condition-ignored", changed, `returns 304 with If-None-Match: ${unknownTag}; expected: 200`);
  const again = await context.callAs(operation, values, withHeader("If-None-Match", etag));
  // It may have changed in between.
  if (again.status === 200 && etagOf(again) !== etag) return;
  if (again.status === 304) return await tryOtherForms(context, again, etag);
  context.fault(
    "condition-ignored",
    again,
    `returns ${again.status} with If-None-Match: ${etag}, its own ETag; expected: 304`,
  );
}

/** Forms of the same condition (RFC 9110, 13.1.2), which not all services read: those that the description names beside a tag. */
async function tryOtherForms(context: Context, { operation, values }: CallResult, etag: string): Promise<void> {
  const general = context.description.http?.info.description ?? "";
  const about = proseSentencesIn(`${general}. ${statedOf(operation)}`);
  const stated = about.filter((one) => /\b(entity[- ]tags?|etags?|if-none-match)\b/i.test(one)).join(". ");
  const plain = etag.replace(/^W\//, "");
  const forms = [
    { isStated: /\b(lists?|comma|several)\b/i.test(stated), value: `${unknownTag}, ${etag}` },
    { isStated: /\bif-none-match\b[^.]*\bweak(ly)?\b/i.test(stated), value: `W/${plain}` },
    { isStated: /[`'"]\*[`'"]/.test(stated), value: "*" },
  ];
  for (const { value } of forms.filter(({ isStated }) => isStated)) {
    const result = await context.callAs(operation, values, withHeader("If-None-Match", value));
    if (result.status !== 200 || etagOf(result) !== etag) continue;
    const text = `returns 200 with If-None-Match: ${value}, which ${etag}, its own ETag, matches; expected: 304`;
    return context.fault("condition-ignored", result, text);
  }
}

async function tryChange(context: Context, operation: Operation): Promise<void> {
  const values = (await provide(context, operation)) ?? context.baselines.get(operation)?.values;
  if (values === undefined) return;
  const withoutCondition: Rewrite = (request) => ({
    ...request,
    headers: request.headers.filter(([name]) => name.toLowerCase() !== "if-match"),
  });
  const tries: readonly (readonly [string, Rewrite, string])[] = [
    // A weak one never matches (RFC 9110, 13.1.1).
    ...[unknownTag, `W/${unknownTag}`].map(
      (other) => [`with If-Match: ${other}`, withHeader("If-Match", other), "expected: 412"] as const,
    ),
    ...(declares(operation, 428) ? [["without If-Match", withoutCondition, "declared: 428"] as const] : []),
  ];
  for (const [how, rewrite, wanted] of tries) {
    const first = await context.callAs(operation, values, rewrite);
    // Another conflict hides the condition.
    const result =
      first.status === 409 ? await context.callAs(operation, withNewNames(context, first), rewrite) : first;
    // Without a condition, none can have failed (RFC 9110, 15.5.13).
    if (rewrite === withoutCondition && result.status === 412)
      return context.fault("wrong-refusal", result, `returns 412 ${how}; ${wanted}`);
    if (!isAccepted(result.status)) continue;
    return context.fault("condition-ignored", result, `returns ${result.status} ${how}; ${wanted}`);
  }
}

/** With other names and addresses, and at another time. */
function withNewNames(
  context: Context,
  { operation, values }: Pick<CallResult, "operation" | "values">,
): RequestValues {
  return renamedValues(context, operation, anew(context, values));
}

const unknownTag = '"waybill-has-never-seen-it"';

/** So many changes at once. */
const together = 5;

/** Of several changes with one ETag, each of which would give the resource another one, the first makes the others fail. */
async function tryAtOnce(context: Context, operation: Operation): Promise<void> {
  const values = await provide(context, operation);
  const reader = values === null ? undefined : readerAbove(context, operation);
  const schema = bodyTypeOf(operation)?.schema;
  if (values === null || schema === undefined || reader?.path.text !== operation.path.text) return;
  const read = async (): Promise<string | null> =>
    strongEtagOf(await context.call(reader, pathValues(values.parameters.path)));
  const bodies = (name: string): JsonObject[] =>
    Array.from({ length: together + 1 }, () => ({
      ...membersOfBody(values),
      [name]: `Waybill ${context.newMark()}`,
    })).filter((body) => matches(schema, body));
  const send = async (body: JsonObject, etag: string): Promise<CallResult> =>
    await context.callAs(operation, withMembers(operation, values, body), withHeader("If-Match", etag));
  for (const name of Object.keys(allMembers(context, operation))) {
    const [trial, ...others] = bodies(name);
    const before = trial === undefined ? null : await read();
    const first = trial === undefined || before === null ? null : await send(trial, before);
    const etag = first === null || !isAccepted(first.status) ? null : await read();
    if (etag === null || etag === before) continue;
    const results = await context.atOnce(others.map((body) => () => send(body, etag)));
    const [accepted, ...more] = results.filter(({ status }) => isAccepted(status));
    if (accepted === undefined || more.length === 0) return;
    const text = `accepts ${more.length + 1} of ${others.length} concurrent changes with the same If-Match; expected: 1`;
    return context.fault("condition-ignored", accepted, text);
  }
}

/** What reads the things with an ETag that a request names. */
function versionedIn(context: Context, operation: Operation, values: RequestValues): ReadingRequest[] {
  return readersOf(context, operation, values).filter((one) => {
    const first = context.baselines.get(one.operation);
    return first !== undefined && strongEtagOf(first) !== null;
  });
}

/** What a request names has another ETag where the request has changed it, and another time of the last change where that is of any. */
async function readAround(context: Context, operation: Operation): Promise<void> {
  const fresh = await provide(context, operation);
  if (fresh === null) return;
  const usual = context.baselines.get(operation)?.values.body ?? fresh.body;
  for (const values of [fresh, { ...fresh, body: usual }]) {
    const before: (readonly [ReadingRequest, CallResult])[] = [];
    for (const reader of versionedIn(context, operation, values))
      before.push([reader, await context.call(reader.operation, reader.values)]);
    // A time in milliseconds is another one by then.
    await new Promise((resolve) => setTimeout(resolve, 5));
    if (!isAccepted((await callAnew(context, operation, values)).status)) continue;
    for (const [reader, first] of before) await compareAfter(context, operation, { reader, first });
    return;
  }
}

async function compareAfter(
  context: Context,
  operation: Operation,
  { reader, first }: { readonly reader: ReadingRequest; readonly first: CallResult },
): Promise<void> {
  const etag = strongEtagOf(first);
  if (etag === null || first.status !== 200) return;
  const conditional = await context.callAs(reader.operation, reader.values, withHeader("If-None-Match", etag));
  // The same ETag for another text is seen by `watchEtags`.
  const after = await context.call(reader.operation, reader.values);
  const [old, now] = [asObject(first.json), asObject(after.json)];
  const names = old === null || now === null ? [] : changedNames(old, now);
  if (conditional.status === 304 && names.length > 0)
    return context.fault("condition-ignored", conditional, `returns 304 with the ETag from before ${operation.id}`);
  const time = Object.keys(now ?? {}).find((name) => timesOfChange.test(name));
  const [changed] = names.filter((name) => isPlain(old?.[name]) && isPlain(now?.[name]));
  const schema = after.verdict?.mediaType?.schema;
  if (time === undefined || changed === undefined || names.includes(time) || schema === undefined) return;
  const isFine = /\.\d{3}/.test(String(now?.[time]));
  const isOfAny = /\b(any|each|every|all)\b[^.]*\b(change|property|field|member)s?\b|\blast change of (any|the)\b/i;
  if (!isFine || !isOfAny.test(statedMemberOf(schema, time))) return;
  context.fault("wrong-state", after, `returns the ${time} from before ${operation.id}, which has changed ${changed}`);
}

const isPlain = (value: Json | undefined): boolean => value !== undefined && asObject(value) === null;

/**
 * A strong ETag names one text of a resource (RFC 9110, 8.8.1): where that has changed, the ETag has. The response to a change has the ETag
 * of what a read returns right after it (8.8).
 */
export function watchEtags(context: Context): void {
  let returned: { readonly etag: string; readonly path: string; readonly result: CallResult } | null = null;
  context.listeners.push((result) => {
    const [etag, path] = [strongEtagOf(result), pathOf(result.exchange.request.target)];
    const { method } = result.operation;
    if (method !== "get" && isAccepted(result.status)) {
      const location = headerOf(result.exchange.response.headers, "location");
      const isOfTarget = method === "put" || method === "patch";
      const address = isOfTarget ? path : result.status === 201 && location !== null ? pathOf(location) : null;
      returned = etag === null || address === null ? null : { etag, path: address, result };
    }
    if (method !== "get" || result.status !== 200 || etag === null || returned === null) return;
    const isSame = returned.path.endsWith(path) && textOf(returned.result) === textOf(result);
    if (!isSame || returned.etag === etag || context.session.together) return;
    const text = "returns another ETag than a read of the same representation right after it";
    context.fault("condition-ignored", returned.result, text);
    returned = null;
  });
  const seen = new Map<string, { readonly etag: string; readonly body: Uint8Array }>();
  context.listeners.push((result) => {
    const etag = strongEtagOf(result);
    const { request, response } = result.exchange;
    if (result.operation.method !== "get" || result.status !== 200 || etag === null) return;
    const before = seen.get(request.target);
    seen.set(request.target, { etag, body: response.body });
    if (before?.etag !== etag || Buffer.compare(before.body, response.body) === 0) return;
    if (!context.isOfOther(result.exchange))
      context.fault("condition-ignored", result, "returns the same ETag for a resource that has changed");
  });
}

/** Another body with the same key, where its rejection is described. */
async function sendOther(context: Context, { operation, values }: CallResult): Promise<void> {
  const isOther =
    /\b(different|another|other|changed)\b[^.]*\b(body|bodies|request|payload|content|value|data|json|input|parameters?)\b/i;
  const isStated = sentencesIn(statedOfKeys(context, operation)).some(
    (one) => /\bkeys?\b/i.test(one) && isOther.test(one),
  );
  const [schema, members] = [bodyTypeOf(operation)?.schema, membersOfBody(values)];
  if (!isStated || schema === undefined || members === null) return;
  const other = variedBodies(schema, { ...allMembers(context, operation), ...members }, 4)
    .map((one) => ({ ...asObject(one), ...referencesIn(members) }))
    .find((one) => canonical(one) !== canonical(members) && matches(schema, one));
  if (other === undefined) return;
  const result = await context.call(operation, withMembers(operation, values, other));
  const text = "accepts an Idempotency-Key again with another body, which its description rejects";
  if (isAccepted(result.status)) context.fault("repetition-served", result, text);
}

/** What is described of an operation and of keys, of which a description may speak in general. */
function statedOfKeys({ description }: Context, operation: Operation): string {
  const general = sentencesIn(description.http?.info.description ?? "").filter((one) => /\bkeys?\b/i.test(one));
  return [statedOf(operation), ...general].join(". ");
}

/** `A request that was refused leaves its key free`, `only successes use up a key`. */
const freesKey = [
  /\b(refused|rejected|failed|unsuccessful)\b[^.;]*\b(leaves?|keeps?|frees?|does not (use|store|consume|remember|spend))\b[^.;]*\bkey\b/i,
  /\bonly (a )?(success\w*|accepted)\b[^.;]*\b(uses?|stores?|consumes?|remembers?|spends?|takes?)\b[^.;]*\bkey\b/i,
  /\bkeys? (is|are)\b[^.;]*\bonly\b[^.;]*\bsuccess/i,
];

/** The key of a refused request serves the valid one that is sent after it, where that is described; each of `keyed` has a new key. */
async function sendAfterRefused(context: Context, operation: Operation, keyed: () => RequestValues): Promise<void> {
  const schema = bodyTypeOf(operation)?.schema;
  if (schema === undefined || !freesKey.some((form) => form.test(statedOfKeys(context, operation)))) return;
  const values = keyed();
  const members = membersOfBody(values) ?? {};
  const required = propertiesIn(schema).find((one) => one.required && members[one.name] !== undefined);
  if (required === undefined) return;
  const wrong = withMembers(operation, values, withoutMember(members, required.name));
  const refused = await context.call(operation, wrong);
  if (!isRefused(refused.status)) return;
  const result = await context.call(operation, values);
  if (await isSingledOut(result, () => context.call(operation, keyed()))) {
    const text = `returns ${result.status} for the Idempotency-Key of a request that it rejected (${refused.status}), which its description leaves free`;
    context.fault("repetition-served", result, text);
  }
  await discard(context, result);
}

function referencesIn(members: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(members).filter(([name]) => isReference(name)));
}

/** The key of another account is another key: nothing of this account is returned for it. */
async function sendAsOther(context: Context, first: CallResult): Promise<void> {
  const { otherKey = null } = context.options;
  const { operation, values } = first;
  if (otherKey === null || otherKey === "") return;
  const path = await ownedBy(context, operation, otherKey);
  const sent = { ...values, parameters: { ...values.parameters, ...(path === null ? {} : { path }) } };
  const result = await context.call(operation, sent, context.credential(operation, otherKey));
  const ids = idsMadeBy(first);
  if (!isAccepted(result.status) || !idsMadeBy(result).some((id) => ids.includes(id))) return;
  context.fault("foreign-access", result, "returns what another account has created with the same Idempotency-Key");
}

/** The path of something that the other account has made. */
async function ownedBy(
  context: Context,
  operation: Operation,
  otherKey: string,
): Promise<RequestValues["parameters"]["path"] | null> {
  const [producer] = context.links.producersOf(operation);
  const inputs = producer === undefined ? null : inputsFor(context, producer, "required");
  if (producer === undefined || inputs === null) return null;
  const made = await context.call(producer, inputs.values, context.credential(producer, otherKey));
  return isAccepted(made.status) ? (follow(context, made, operation)?.values.parameters.path ?? null) : null;
}

export function* repeatedKeys(context: Context): Cases {
  for (const { operation, values } of context.accepted) {
    const parameter = operation.parameters.find(({ name }) => /^idempotency-key$/i.test(name));
    if (!hasKey(operation) || parameter === undefined || bodyTypeOf(operation) === null) continue;
    yield caseOf("valid", operation, "valid/repeated-key", async () => {
      // It stays the same, unlike those that are new with each request.
      const newlyKeyed = (): RequestValues =>
        withParameter(withNewNames(context, { operation, values }), parameter, crypto.randomUUID());
      let keyed = newlyKeyed();
      let first = await context.call(operation, keyed);
      // What it names may have been used up.
      if (!isAccepted(first.status) && keyed.body?.kind === "value") {
        const { value } = keyed.body;
        const renewed = (await withNewReferences(context, operation, value)) ?? value;
        const fresh = (await provideFromProducer(context, operation)) ?? keyed;
        keyed = withParameter(withBody(fresh, renewed), parameter, crypto.randomUUID());
        first = await context.call(operation, keyed);
      }
      if (!isAccepted(first.status))
        return context.leftOut.note(operation, "repetition-served", `its first request was rejected (${first.status})`);
      const again = await context.call(operation, keyed);
      const isSame = again.status === first.status && JSON.stringify(again.json) === JSON.stringify(first.json);
      const isStated = /\b(returns?|gets?|same|first|original) (the )?(same |first |original )?response\b/i;
      if (!isSame && (again.status !== 409 || isStated.test(statedOf(operation)))) {
        const text = `returns ${again.status} when an Idempotency-Key is repeated; the first response was ${first.status}`;
        context.fault("repetition-served", again, text);
      }
      await discard(context, first);
      if (!isSame) await discard(context, again);
      await sendOther(context, first);
      await sendAsOther(context, first);
      await sendAfterRefused(context, operation, newlyKeyed);
    });
  }
}
