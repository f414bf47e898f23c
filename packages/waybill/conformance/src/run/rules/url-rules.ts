// `x-waybill-url-rules` of a string schema -> addresses just inside and just outside of what they allow, each tried where a body
// takes such a string.
import type { NamedSchema, Operation, Schema } from "waybill/description";
import { below, extensionOf, numberIn, placeOf, textIn, textsIn } from "../../description/description.ts";
import { propertiesIn } from "../../description/schema-parts.ts";
import { asObject } from "../../values/json.ts";
import { type CallResult, type Cases, type Context, caseOf, isAccepted, isRefused } from "../context.ts";
import { discard, provide } from "../creating.ts";
import { isAcceptedWrongly } from "../engines/refusal.ts";
import { bodyTypeOf } from "../inputs.ts";
import { membersOfBody, type RequestValues } from "../request-values.ts";
import { withMembers } from "../variation.ts";

export function* urlRules(context: Context): Cases {
  if (!areFollowed(context)) {
    noteUrlRules(context);
    return;
  }
  for (const schema of context.description.schemas) {
    const rules = rulesOf(schema);
    if (rules === null) continue;
    let isFirst = true;
    for (const { operation } of context.accepted) {
      const field = fieldOf(operation, schema);
      if (field === null) continue;
      const isUpdate = operation.method === "put" || operation.method === "patch";
      let updated: RequestValues | null = null;
      const target = async (): Promise<RequestValues | null> => {
        if (!isUpdate) return await provide(context, operation);
        updated ??= await provide(context, operation);
        return updated;
      };
      const addresses = addressesFor(rules, { token: context.runToken, open: context.newUrl() });
      // Operations share what checks an address: the others are tried with one address of each rule, or the list would be repeated.
      const tried = isFirst ? addresses : addresses.filter(({ isSample }) => isSample);
      isFirst = false;
      for (const address of tried) {
        const phase = address.allowed ? "valid" : "invalid";
        const trial = { ...address, operation, field, rules, isUpdate, target };
        const run = (): Promise<void> => tryUrl(context, trial);
        const how = address.isSample ? { kind: `url ${address.address}` } : { elsewhere: "or last" as const };
        yield caseOf(phase, operation, `${phase}/body/${field}/url-rules/${address.address}`, run, how);
      }
    }
  }
}

/** A service that allows private addresses does not follow its own rules for them. */
function areFollowed({ options }: Pick<Context, "options">): boolean {
  return options.webhookPort == null || options.webhookUrl != null;
}

function noteUrlRules(context: Context): void {
  const { description, leftOut } = context;
  const ruled = description.schemas.filter((schema) => rulesOf(schema) !== null).map(({ name }) => name);
  if (ruled.length === 0) return;
  for (const operation of description.operations)
    for (const field of ruledFieldsOf(description, operation))
      leftOut.note(operation, "rule-broken", `the URL rules of ${field} need --webhook-url, or no --webhook-port`);
  context.notes.add(
    `the URL rules of ${ruled.join(", ")} were not tried: a service that delivers to 127.0.0.1 does not follow them; run once more without --webhook-port, or pass --webhook-url with a public address`,
  );
}

/** The members of an operation's body that follow URL rules. */
export function ruledFieldsOf({ schemas }: Context["description"], operation: Operation): string[] {
  return schemas.flatMap((schema) => (rulesOf(schema) === null ? [] : (fieldOf(operation, schema) ?? [])));
}

/** Of each kind of rule an address that it forbids, where a member of the body has them; none where they are not followed anyway. */
export function forbiddenUrls(
  context: Context,
  operation: Operation,
): { readonly field: string; readonly url: string; readonly where: string }[] {
  const { description, runToken } = context;
  if (!areFollowed(context)) return [];
  return description.schemas.flatMap((schema) => {
    const rules = rulesOf(schema);
    const field = rules === null ? null : fieldOf(operation, schema);
    if (rules === null || field === null) return [];
    const [scheme = "https"] = rules.schemes;
    const networks = rules.networks.slice(-1).flatMap((network) => rangeOf(network)?.[0] ?? []);
    const hosts = [...rules.hosts.slice(0, 1), ...networks.map((address) => textOf(address + 7))];
    return hosts.map((host) => ({ field, url: `${scheme}://${host}/${runToken}`, where: rules.where }));
  });
}

interface UrlRules {
  readonly schemes: readonly string[];
  readonly hosts: readonly string[];
  readonly networks: readonly string[];
  readonly status: number | null;
  readonly message: string | null;
  readonly where: string;
}

interface Trial extends Address {
  readonly operation: Operation;
  readonly field: string;
  readonly rules: UrlRules;
  readonly isUpdate: boolean;
  /** What the request is about; an update takes the same each time. */
  readonly target: () => Promise<RequestValues | null>;
}

async function tryUrl(context: Context, trial: Trial): Promise<void> {
  const { operation, field, address, url, allowed, rules, isUpdate, target } = trial;
  const values = await target();
  if (values === null || bodyTypeOf(operation) === null) return;
  const send = async (value: string): Promise<CallResult> =>
    await context.call(operation, withMembers(operation, values, { ...membersOfBody(values), [field]: value }));
  const result = await send(url);
  const { status } = result;
  const { where } = rules;
  // Nothing may ever be delivered to a stranger's address: it is taken back at once.
  if (isAccepted(status)) await (isUpdate ? send(context.newUrl()) : discard(context, result));
  if (allowed) {
    const text = `rejects ${address}, which the URL rules allow`;
    if (isRefused(status)) context.fault("rule-broken", result, text, where);
    return;
  }
  if (isAcceptedWrongly(context, result, { text: `accepts ${address}, which the URL rules forbid`, where })) return;
  if (rules.status !== null && status !== rules.status) {
    const text = `returns ${status} to ${address}; the URL rules say ${rules.status}`;
    context.fault("rule-broken", result, text, where);
  } else if (rules.message !== null && asObject(result.json)?.["message"] !== rules.message) {
    context.fault("rule-broken", result, `does not say of ${address} what the URL rules say`, where);
  }
}

interface Address {
  /** Scheme and host: the same in every run. */
  readonly address: string;
  readonly url: string;
  readonly allowed: boolean;
  /** Of the addresses of one rule, the first. */
  readonly isSample: boolean;
}

/** Addresses at the edges of the rules: every scheme and host, the ends of every network and the addresses next to them. */
function addressesFor(
  { schemes, hosts, networks }: UrlRules,
  { token, open }: { readonly token: string; readonly open: string },
): Address[] {
  const [scheme = "https"] = schemes;
  const other = ["http", "ftp"].find((one) => !schemes.includes(one));
  const all = networks.map(rangeOf).filter((range) => range !== null);
  const spell = (host: string): string => (host.includes(":") ? `[${host}]` : host);
  const forbidden = [
    ...(other === undefined ? [] : [`${other}://receiver.example`]),
    ...hosts.map((host) => `${scheme}://${spell(host)}`),
    ...all.flat().map((address) => `${scheme}://${textOf(address)}`),
  ];
  // A host is the same with a port behind it, and in capital letters; in the middle of a network it is in it.
  const respelt = [
    ...hosts.flatMap((host) => [`${scheme}://${spell(host)}:8443`, `${scheme}://${spell(host).toUpperCase()}`]),
    ...all.map(([first, last]) => `${scheme}://${textOf(first + Math.floor((last - first) * 0.6) + 3)}`),
    ...all.slice(0, 1).map(([first]) => `${scheme}://${textOf(first + 9)}:8443`),
  ].filter((address) => !forbidden.includes(address));
  // What a path or a query says is not where the address leads.
  const named = [...hosts, ...all.map(([first]) => textOf(first + 1))].filter((host) => !host.includes(":"));
  const isForbidden = (address: number): boolean => all.some(([first, last]) => address >= first && address <= last);
  const beside = all
    .flatMap(([first, last]) => [first - 1, last + 1])
    .filter((address) => !isForbidden(address) && isPublic(address));
  // A path that no other run has used: a service may take each address once.
  const ends = new Set(all.map(([, last]) => `${scheme}://${textOf(last)}`));
  const buildAddress = (address: string, allowed: boolean, isSample: boolean): Address => {
    return { address, url: `${address}/${token}`, allowed, isSample };
  };
  return [
    ...forbidden.map((address) => buildAddress(address, false, !ends.has(address))),
    ...[...new Set(respelt)].map((address) => buildAddress(address, false, false)),
    ...[`${open}/${named.join("/")}`, `${open}?to=${scheme}://${named[0] ?? ""}/`].map((url, index) => {
      const address = `a public address with forbidden ones in its ${index === 0 ? "path" : "query"}`;
      return { address, url, allowed: true, isSample: true };
    }),
    // Scheme and host are the same in capital letters (RFC 3986, 6.2.2.1).
    {
      address: "a public address with scheme and host in capital letters",
      url: `${open.replace(/^[^/]*\/\/[^/]*/, (origin) => origin.toUpperCase())}/capitals`,
      allowed: true,
      isSample: false,
    },
    { address: "not a url", url: "not a url", allowed: false, isSample: true },
    ...[...new Set(beside)].map((address, index) => buildAddress(`${scheme}://${textOf(address)}`, true, index === 0)),
  ];
}

/** First and last address of an IPv4 network, as numbers. */
function rangeOf(network: string): [number, number] | null {
  const [, a, b, c, d, bits] = /^(\d+)\.(\d+)\.(\d+)\.(\d+)\/(\d+)$/.exec(network) ?? [];
  if (bits === undefined) return null;
  const address = [a, b, c, d].reduce((sum, part) => sum * 256 + Number(part), 0);
  const size = 2 ** (32 - Number(bits));
  const first = Math.floor(address / size) * size;
  return [first, first + size - 1];
}

function textOf(address: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256).join(".");
}

/** Not in a block that is reserved for other uses, which a service may forbid as well. */
function isPublic(address: number): boolean {
  const first = Math.floor(address / 2 ** 24);
  if (first === 192) return Math.floor(address / 2 ** 16) % 256 === 169;
  return first > 0 && first < 224 && first !== 100 && first !== 127;
}

/** The member of an operation's body that has this schema. */
function fieldOf(operation: Operation, schema: NamedSchema): string | null {
  const body = bodyTypeOf(operation)?.schema;
  const properties = body === undefined ? [] : propertiesIn(body);
  const isRef = (one: Schema): boolean => one.kind === "ref" && one.target.identity === schema.identity;
  return properties.find((one) => isRef(one.schema))?.name ?? null;
}

function rulesOf({ schema, at }: NamedSchema): UrlRules | null {
  const rules = extensionOf(schema.annotations.extensions, "x-waybill-url-rules");
  if (rules === null) return null;
  const failure = extensionOf(rules, "failure");
  return {
    schemes: textsIn(rules, "schemes"),
    hosts: textsIn(rules, "forbiddenHosts"),
    networks: textsIn(rules, "forbiddenNetworks"),
    status: numberIn(failure, "status"),
    message: textIn(failure, "message"),
    where: placeOf(below(at, "x-waybill-url-rules")),
  };
}
