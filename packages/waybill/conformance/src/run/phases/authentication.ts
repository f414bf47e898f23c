// Every operation that needs a key, without one and with every kind of wrong one: each request has to be rejected.
import { matches, type Operation, type SecurityScheme } from "waybill/description";
import { extensionOf, placeOf, responseFor } from "../../description/description.ts";
import { type CallResult, type Cases, type Context, caseOf, isAccepted } from "../context.ts";
import {
  type Credential,
  needsKey,
  needsMore,
  noCredential,
  type SpoiltCredential,
  spoiltCredentials,
  undeclaredPlaces,
} from "../credentials.ts";
import { isAcceptedWrongly } from "../engines/refusal.ts";
import { bodyTypeOf, usualValues } from "../inputs.ts";
import { withBody } from "../variation.ts";

export function* authentication(context: Context): Cases {
  const { keys, revokedKeys = [] } = context.options;
  const paths = new Set<string>();
  for (const operation of context.description.operations) {
    const schemes = context.schemes(operation);
    if (needsMore(operation, schemes, keys)) {
      context.notes.add(`${operation.id} may need more than one key, so its rejections prove little`);
    }
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
      const run = (): Promise<void> => tryKey(context, operation, spoilt);
      yield caseOf("authentication", operation, `authentication/${spoilt.name}`, run, { kind });
    }
    const schema = bodyTypeOf(operation)?.schema;
    if (schema !== undefined && !matches(schema, {}) && schemes.some(isCheckedFirst)) {
      const run = (): Promise<void> => tryEmptyBody(context, operation);
      yield caseOf("authentication", operation, "authentication/no-key-invalid-body", run);
    }
  }
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

async function tryKey(context: Context, operation: Operation, tried: SpoiltCredential): Promise<void> {
  const { name, what, credential, spoilt = "" } = tried;
  const { secrets } = context.recorder;
  if (spoilt !== "" && !secrets.has(spoilt)) secrets.set(spoilt, `WAYBILL_${name.toUpperCase().replaceAll("-", "_")}`);
  const values = usualValues(context, operation);
  if (values === null) return;
  const place = undeclaredPlaces.get(name);
  const isElsewhere = place === "query";
  const carried = isElsewhere ? withoutDeclared(context, operation, credential) : credential;
  if (isElsewhere && carried.query.length === 0) return;
  // It may be one that another operation takes, by the same name.
  const declared = context.description.http?.securitySchemes ?? [];
  if (place !== undefined && !isElsewhere && declared.some((one) => one.type === "apiKey" && one.in === place)) return;
  const result = await context.call(operation, values, carried);
  // A query that is not described may be rejected as such, before the key is looked at.
  if (isElsewhere && !isAccepted(result.status)) return;
  checkRefusal(context, result, what);
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
  const own = parameters.flatMap((one) => (one.in === "query" ? [one.name] : []));
  const schemes = description.http?.securitySchemes ?? [];
  const declared = [...own, ...schemes.flatMap((one) => (one.in === "query" ? (one.parameterName ?? []) : []))];
  return { ...credential, query: credential.query.filter(([name]) => !declared.includes(name)) };
}

function checkRefusal(context: Context, result: CallResult, what: string): void {
  const { operation, status } = result;
  if (isAcceptedWrongly(context, result, { check: "bad-key-accepted", text: `returns ${status} ${what}` })) return;
  // Where 401 is declared it is the response; a range or a default leaves the status open.
  const declares401 = operation.responses.some((one) => one.status.kind === "code" && one.status.code === 401);
  if (status === 401 || (status === 403 && !declares401) || status >= 500 || status === 429) return;
  // A login page is not a rejection, but the description may declare it as one.
  if (!declares401 && status < 400 && responseFor(operation, status) !== null) return;
  const where = placeOf(responseFor(operation, 401)?.at ?? operation.at);
  context.fault("wrong-refusal", result, `returns ${status} ${what}; expected: 401`, where);
}
