// Every operation that needs a key, without one and with every kind of wrong one: each request has to be rejected.
import { matches, type Operation, type SecurityScheme } from "waybill/description";
import { extensionOf, placeOf, responseFor } from "../../description/description.ts";
import { type CallResult, type Cases, type Context, caseOf, isAccepted } from "../context.ts";
import {
  type Credential,
  needsKey,
  noCredential,
  type SpoiltCredential,
  spoiltCredentials,
  undeclaredPlaces,
  unmetNotes,
} from "../credentials.ts";
import { isAcceptedWrongly } from "../engines/refusal.ts";
import { bodyTypeOf, usualValues } from "../inputs.ts";
import { itemsOf } from "../records.ts";
import { revokeEvent } from "../run-options.ts";
import { withBody } from "../variation.ts";

export function* authentication(context: Context): Cases {
  const { keys, revokedKeys = [] } = context.options;
  const paths = new Set<string>();
  const open = new Set<Operation>();
  /** The wrong key of each family that was accepted first. */
  const accepted = new Map<string, string>();
  const { operations } = context.description;
  for (const note of unmetNotes(operations, (operation) => context.schemes(operation), keys)) context.notes.add(note);
  for (const operation of operations) {
    const schemes = context.schemes(operation);
    const key = context.keyOf(operation);
    if (key === null || schemes.length === 0 || !needsKey(operation)) continue;
    const { text } = operation.path;
    // The methods of one path share what reads the key: the first is tried with every kind of wrong key, the others with the plain ones.
    const isFirst = !paths.has(text);
    paths.add(text);
    for (const spoilt of spoiltCredentials(schemes, key, revokedKeys)) {
      if (!isFirst && !plain.includes(spoilt.name)) continue;
      // That a key is asked for at all counts most: that is tried of each operation before anything is tried twice.
      const kind = spoilt.name === "no-key" ? undefined : `authentication ${spoilt.name}`;
      const run = async (): Promise<void> => {
        // Where no key is asked for, no wrong one shows more.
        if (open.has(operation)) return;
        const family = familyOf(spoilt.name);
        const known = accepted.get(family);
        // Of what has one cause, one is tried of the other operations.
        if (known !== undefined && known !== spoilt.name) return;
        const isAsked = await tryKey(context, operation, spoilt, known !== undefined);
        if (isAsked) return;
        if (spoilt.name === "no-key") open.add(operation);
        else accepted.set(family, spoilt.name);
      };
      yield caseOf("authentication", operation, `authentication/${spoilt.name}`, run, { kind });
    }
    const schema = bodyTypeOf(operation)?.schema;
    if (schema !== undefined && !matches(schema, {}) && schemes.some(isCheckedFirst)) {
      const run = async (): Promise<void> => (open.has(operation) ? undefined : tryEmptyBody(context, operation));
      yield caseOf("authentication", operation, "authentication/no-key-invalid-body", run);
    }
  }
  yield* usedKey(context);
}

/**
 * Each read with another key of the account: what belongs to the account is the same for both. The hook then revokes that key: the next
 * request with it is rejected.
 */
function* usedKey(context: Context): Cases {
  const { spareKey = null, triggers = {} } = context.options;
  const revoke = triggers[revokeEvent];
  if (spareKey === null) return;
  const tried = context.accepted.filter(({ operation }) => operation.method === "get" && needsKey(operation));
  const used = new Set<Operation>();
  for (const one of tried) {
    const run = async (): Promise<void> => {
      if (isAccepted((await useSpare(context, one, spareKey)).status)) used.add(one.operation);
    };
    yield caseOf("authentication", one.operation, "authentication/same-account", run);
  }
  if (revoke === undefined) return;
  let isRevoked = false;
  let isAccepting = false;
  for (const { operation, values } of tried) {
    const run = async (): Promise<void> => {
      if (!isRevoked) {
        if (used.size === 0) context.notes.add("no operation accepts --spare-key, so its revocation was not tried");
        await revoke({ key: spareKey });
        isRevoked = true;
      }
      // One that still accepts it shows as much as all.
      if (used.size === 0 || isAccepting) return;
      const result = await context.call(operation, values, context.credential(operation, spareKey));
      const text = `returns ${result.status} with a key that was used and then revoked`;
      isAccepting = isAcceptedWrongly(context, result, { check: "revoked-key-accepted", text });
      if (isAccepting) return;
      checkRefusal(context, result, "with a key that was revoked after use");
    };
    yield caseOf("authentication", operation, "authentication/revoked-after-use", run);
  }
}

async function useSpare(context: Context, { operation, values }: CallResult, spareKey: string): Promise<CallResult> {
  const usual = await context.call(operation, values);
  const other = await context.call(operation, values, context.credential(operation, spareKey));
  // Of a list the records: each request may get a cursor of its own.
  const textOf = ({ status, json }: CallResult): string => JSON.stringify([status, itemsOf(json) ?? json]);
  // What is about the key itself is another one.
  const isAboutKey = /(key|token|session)s?(\/|$)/i.test(operation.path.text);
  if (isAboutKey || textOf(usual) === textOf(other) || textOf(usual) !== textOf(await context.call(operation, values)))
    return other;
  const text = `returns another response (${other.status}) with another key of the same account`;
  context.fault("undeclared-effect", other, text);
  return other;
}

/** What is accepted where the same thing is not looked at: what is behind the key, the scheme, a part of the key. */
function familyOf(name: string): string {
  if (/-behind$|^key-twice$|^long-key$/.test(name)) return "behind";
  if (name.includes("scheme")) return "scheme";
  if (name.startsWith("blank")) return "blanks";
  return /^(short|tail|unknown)-|^other-case/.test(name) ? "key" : name;
}

const plain: readonly string[] = [
  "no-key",
  "no-scheme",
  "scheme-of-its-length",
  "short-key",
  "unknown-key",
  "unknown-begin",
  "unknown-end",
  "revoked-key",
];

/** Whether the key was asked for, as far as this shows. `isKnown`: another operation accepts it, so what this one rejects it with is no news. */
async function tryKey(
  context: Context,
  operation: Operation,
  tried: SpoiltCredential,
  isKnown: boolean,
): Promise<boolean> {
  const { name, what, credential, spoilt = "" } = tried;
  const { secrets } = context.recorder;
  if (spoilt !== "" && !secrets.has(spoilt)) secrets.set(spoilt, `WAYBILL_${name.toUpperCase().replaceAll("-", "_")}`);
  const values = usualValues(context, operation);
  if (values === null) return true;
  const place = undeclaredPlaces.get(name);
  const isElsewhere = place === "query";
  const carried = isElsewhere ? withoutDeclared(context, operation, credential) : credential;
  if (isElsewhere && carried.query.length === 0) return true;
  // It may be one that another operation takes, by the same name.
  const declared = context.description.http?.securitySchemes ?? [];
  if (place !== undefined && !isElsewhere && declared.some((one) => one.type === "apiKey" && one.in === place))
    return true;
  const result = await context.call(operation, values, carried);
  // A query that is not described may be rejected as such, before the key is looked at.
  if (isElsewhere && !isAccepted(result.status)) return true;
  const isRejected = isAccepted(result.status) || !isKnown ? checkRefusal(context, result, what) : true;
  return name === "no-key" ? isRejected : !isAccepted(result.status);
}

/** Where a key is checked before anything else, a request without one is rejected for that, even if its body is invalid too. */
function isCheckedFirst({ extensions }: SecurityScheme): boolean {
  return extensionOf(extensions, "x-waybill-api-key")?.["lengthCheckedFirst"] === true;
}

async function tryEmptyBody(context: Context, operation: Operation): Promise<void> {
  const values = usualValues(context, operation);
  if (values === null) return;
  const result = await context.call(operation, withBody(values, {}), noCredential);
  checkRefusal(context, result, "without a key, for an invalid body");
}

/** A parameter of the operation has a meaning of its own, and another scheme of the description may be in the query. */
function withoutDeclared({ description }: Context, { parameters }: Operation, credential: Credential): Credential {
  const queryParameterNames = parameters.flatMap((one) => (one.in === "query" ? [one.name] : []));
  const schemes = description.http?.securitySchemes ?? [];
  const declared = [
    ...queryParameterNames,
    ...schemes.flatMap((one) => (one.in === "query" ? (one.parameterName ?? []) : [])),
  ];
  return { ...credential, query: credential.query.filter(([name]) => !declared.includes(name)) };
}

/** Whether the response is about the key, as far as the description says. */
function checkRefusal(context: Context, result: CallResult, what: string): boolean {
  const { operation, status } = result;
  if (isAcceptedWrongly(context, result, { check: "bad-key-accepted", text: `returns ${status} ${what}` }))
    return false;
  // Where 401 is declared it is the response; a range or a default leaves the status open.
  const declares401 = operation.responses.some((one) => one.status.kind === "code" && one.status.code === 401);
  if (status === 401 || (status === 403 && !declares401) || status >= 500 || status === 429) return true;
  // A login page is not a rejection, but the description may declare it as one.
  if (!declares401 && status < 400 && responseFor(operation, status) !== null) return true;
  const where = placeOf(responseFor(operation, 401)?.at ?? operation.at);
  context.fault("wrong-refusal", result, `returns ${status} ${what}; expected: 401`, where);
  return false;
}
