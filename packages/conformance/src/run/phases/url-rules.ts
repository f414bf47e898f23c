// `x-waybill-url-rules` of a string schema -> addresses just inside and just outside of what they allow, each tried where a body
// takes such a string.

import type { Json, NamedSchema, Operation, Schema } from "waybill/description";
import { extensionOf, isRecord, placeOf } from "../../description/description.ts";
import { propertiesIn } from "../../description/schema-parts.ts";
import { asObject } from "../../values/json.ts";
import { type CallResult, type Context, isAccepted, isRefused } from "../context.ts";
import { bodyTypeOf } from "../inputs.ts";
import { pathValues } from "../request-values.ts";
import { subscriptionApiOf } from "../subscription-api.ts";
import { withBody } from "../variation.ts";
import { provide } from "./baseline.ts";

export async function runUrlRules(context: Context): Promise<void> {
  for (const schema of context.description.schemas) {
    const rules = rulesOf(schema);
    if (rules === null) continue;
    for (const [operation, { accepted }] of context.baselines) {
      const field = accepted ? fieldOf(operation, schema) : null;
      if (field === null) continue;
      for (const { address, url, allowed } of addressesFor(rules, context.runToken)) {
        const id = `${operation.id}/${allowed ? "valid" : "invalid"}/body/${field}/url-rules/${address}`;
        await context.case(allowed ? "valid" : "invalid", id, operation.id, () =>
          tryUrl(context, { operation, field, address, url, allowed, rules }),
        );
      }
    }
  }
}

interface UrlRules {
  readonly schemes: readonly string[];
  readonly hosts: readonly string[];
  readonly networks: readonly string[];
  readonly status: number | null;
  readonly message: string | null;
  readonly where: string;
}

interface Trial {
  readonly operation: Operation;
  readonly field: string;
  readonly address: string;
  readonly url: string;
  readonly allowed: boolean;
  readonly rules: UrlRules;
}

async function tryUrl(context: Context, { operation, field, address, url, allowed, rules }: Trial): Promise<void> {
  const values = await provide(context, operation);
  if (values === null) return;
  const body = values.body?.kind === "value" ? asObject(values.body.value) : null;
  const mediaType = bodyTypeOf(operation);
  if (mediaType === null) return;
  const value: Json = { ...body, [field]: url };
  const whole =
    values.body === null ? { ...values, body: { kind: "value" as const, mediaType, value } } : withBody(values, value);
  const result = await context.call(operation, whole);
  const about = { ...result, where: rules.where };
  if (isAccepted(result.status)) await discard(context, result);
  if (allowed) {
    if (isRefused(result.status))
      context.object("rule-broken", `${operation.id} rejects ${address}, which the URL rules allow`, about);
    return;
  }
  const said = asObject(result.json)?.["message"];
  if (isAccepted(result.status)) {
    context.object("rule-broken", `${operation.id} accepts ${address}, which the URL rules forbid`, about);
  } else if (rules.status !== null && result.status !== rules.status) {
    context.object(
      "rule-broken",
      `${operation.id} returns ${result.status} to ${address}; the URL rules say ${rules.status}`,
      about,
    );
  } else if (rules.message !== null && said !== rules.message) {
    context.object("rule-broken", `${operation.id} does not say of ${address} what the URL rules say`, about);
  }
}

/** Nothing may ever be delivered to a stranger's address: what was created with one is deleted at once. */
async function discard(context: Context, { json }: CallResult): Promise<void> {
  const { remove = null } = subscriptionApiOf(context.description) ?? {};
  const [parameter] = remove?.parameters.filter((one) => one.in === "path") ?? [];
  const id = asObject(json)?.["id"];
  if (remove === null || parameter === undefined || id === undefined) return;
  await context.call(remove, pathValues({ [parameter.name]: id }));
}

interface Address {
  /** Scheme and host: the same in every run. */
  readonly address: string;
  readonly url: string;
  readonly allowed: boolean;
}

/** Addresses at the edges of the rules: every scheme and host, the ends of every network and the addresses next to them. */
function addressesFor({ schemes, hosts, networks }: UrlRules, token: string): Address[] {
  const [scheme = "https"] = schemes;
  const other = ["http", "ftp"].find((one) => !schemes.includes(one));
  const spell = (host: string): string => (host.includes(":") ? `[${host}]` : host);
  const forbidden = [
    ...(other === undefined ? [] : [`${other}://receiver.example`]),
    ...hosts.map((host) => `${scheme}://${spell(host)}`),
    ...networks.flatMap(endsOf).map((address) => `${scheme}://${address}`),
  ];
  const all = networks.map(rangeOf).filter((range) => range !== null);
  const isForbidden = (address: number): boolean => all.some(([first, last]) => address >= first && address <= last);
  const beside = all
    .flatMap(([first, last]) => [first - 1, last + 1])
    .filter((address) => !isForbidden(address) && isPublic(address));
  // A path that no other run has used: a service may take each address once.
  const made = (address: string, allowed: boolean): Address => ({ address, url: `${address}/${token}`, allowed });
  return [
    ...forbidden.map((address) => made(address, false)),
    { address: "not a url", url: "not a url", allowed: false },
    ...[...new Set(beside)].map((address) => made(`${scheme}://${textOf(address)}`, true)),
  ];
}

function endsOf(network: string): string[] {
  const range = rangeOf(network);
  return range === null ? [] : range.map(textOf);
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
  return (
    first > 0 &&
    first !== 127 &&
    first < 224 &&
    !(first === 100) &&
    !(first === 192 && Math.floor(address / 2 ** 16) % 256 !== 169)
  );
}

/** The member of an operation's body that has this schema. */
function fieldOf(operation: Operation, schema: NamedSchema): string | null {
  const body = bodyTypeOf(operation)?.schema;
  const properties = body === undefined ? [] : propertiesIn(body);
  return properties.find((one) => isRefTo(one.schema, schema))?.name ?? null;
}

function isRefTo(schema: Schema, target: NamedSchema): boolean {
  return schema.kind === "ref" && schema.target.identity === target.identity;
}

function rulesOf({ schema, at }: NamedSchema): UrlRules | null {
  const rules = extensionOf(schema.annotations.extensions, "x-waybill-url-rules");
  if (rules === null) return null;
  const texts = (key: string): string[] => {
    const list = rules[key];
    return Array.isArray(list) ? list.filter((one) => typeof one === "string") : [];
  };
  const failure = isRecord(rules["failure"]) ? rules["failure"] : {};
  return {
    schemes: texts("schemes"),
    hosts: texts("forbiddenHosts"),
    networks: texts("forbiddenNetworks"),
    status: typeof failure["status"] === "number" ? failure["status"] : null,
    message: typeof failure["message"] === "string" ? failure["message"] : null,
    where: placeOf({ document: at.document, parent: at, key: "x-waybill-url-rules" }),
  };
}
