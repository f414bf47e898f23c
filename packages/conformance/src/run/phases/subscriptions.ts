// Subscriptions of every kind, set up before anything happens: one for all events, one for a single event, one that is
// paused, deleted, rotated, and one whose address fails. Their deliveries are checked until the end of the run.

import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { type Json, matches } from "waybill/description";
import { extensionOf, placeOf } from "../../description/description.ts";
import { textOfBytes } from "../../exchange/exchange.ts";
import { asObject } from "../../values/json.ts";
import { type CallResult, type Context, isAccepted } from "../context.ts";
import { credentialOf } from "../credentials.ts";
import { bodyTypeOf, inputsFor, inputsFromLink } from "../inputs.ts";
import { linksOf } from "../links.ts";
import { pathValues } from "../request-values.ts";
import type { Subscription, Subscriptions } from "../subscriptions.ts";
import { create } from "./baseline.ts";

/** How long to wait for deliveries that must not arrive. */
const graceMs = 300;

export async function runSubscriptions(context: Context, subscriptions: Subscriptions): Promise<void> {
  const { api } = subscriptions;
  const about = (what: string): string => `${api.create.id}/subscriptions/${what}`;
  const add = async (
    what: string,
    then: (made: Made) => Promise<void> = async () => {},
    events = api.events,
  ): Promise<void> => {
    await context.case("subscriptions", about(what), api.create.id, async () => {
      const made = await subscribe(context, subscriptions, { events });
      if (made !== null) await then(made);
    });
  };
  await add("all", (made) => test(context, subscriptions, made));
  if (subscriptions.all.length === 0) return;
  await add("one-event", undefined, api.events.slice(0, 1));
  await add("failing", async (made) => {
    made.subscription.responseStatus = 500;
    await test(context, subscriptions, made);
  });
  if (api.update !== null && api.activeField !== null) {
    await add("paused", (made) => pause(context, subscriptions, made));
  }
  if (api.remove !== null)
    await add("deleted", async (made) => void (await callLinked(context, made.result, api.remove?.id)));
  const used: { name: string; made: Made; change: (made: Made) => Promise<void> }[] = [];
  const addUsed = (name: string, change: (made: Made) => Promise<void>): Promise<void> =>
    add(name, async (made) => void used.push({ name, made, change }));
  if (api.rotate !== null) await addUsed("rotated", (made) => rotate(context, subscriptions, made));
  if (api.update !== null) await addUsed("moved", (made) => move(context, subscriptions, made));
  // A deletion is harder after the secret and the address were used.
  await context.case("subscriptions", about("used"), api.create.id, () => causeEvent(context, subscriptions));
  for (const { name, made, change } of used) {
    await context.case("subscriptions", about(`${name}-after-use`), api.create.id, () => change(made));
  }
  await context.case("subscriptions", about("other-account"), api.create.id, () =>
    subscribeOther(context, subscriptions),
  );
  if (api.test !== null)
    await context.case("subscriptions", about("unreachable"), api.test.id, () =>
      testUnreachable(context, subscriptions),
    );
}

/** Waits for outstanding deliveries, and checks what each subscription received. */
export async function checkHeard(subscriptions: Subscriptions): Promise<void> {
  await subscriptions.settle();
  await new Promise((resolve) => setTimeout(resolve, graceMs));
  subscriptions.check();
}

/** Removes the subscriptions that the run has created. */
export async function removeSubscriptions(context: Context, subscriptions: Subscriptions): Promise<void> {
  const { remove } = subscriptions.api;
  const [parameter] = remove?.parameters.filter((one) => one.in === "path") ?? [];
  if (remove === null || parameter === undefined) return;
  for (const { id, deleted, otherAccount } of subscriptions.all) {
    if (deleted) continue;
    const { key, otherKey = null } = context.options;
    const credential = credentialOf(context.schemes(remove), otherAccount ? otherKey : key);
    await context.call(remove, pathValues({ [parameter.name]: id }), credential);
  }
}

interface Made {
  readonly result: CallResult;
  readonly subscription: Subscription;
}

async function subscribe(
  context: Context,
  subscriptions: Subscriptions,
  { events, key = context.options.key }: { readonly events: readonly string[]; readonly key?: string | null },
): Promise<Made | null> {
  const { create, urlField, eventsField } = subscriptions.api;
  const mediaType = bodyTypeOf(create);
  const own = inputsFor(context, create, "required")?.values;
  if (mediaType === null || own?.body?.kind !== "value") return null;
  const url = context.newUrl();
  const value: Json = { ...asObject(own.body.value), [urlField]: url, [eventsField]: events };
  if (!matches(mediaType.schema, value)) return null;
  const credential = credentialOf(context.schemes(create), key);
  const result = await context.call(create, { ...own, body: { kind: "value", mediaType, value } }, credential);
  const id = asObject(result.json)?.["id"];
  const subscription = subscriptions.all.find((one) => one.id === id);
  if (isAccepted(result.status) && subscription !== undefined) return { result, subscription };
  const said = textOfBytes(result.exchange.response.body).slice(0, 160);
  context.notes.add(
    `${create.id} returns ${result.status} ${said} to ${url}: no deliveries can be received. A service that rejects private addresses has to allow them for the run`,
  );
  return null;
}

async function callLinked(
  context: Context,
  result: CallResult,
  operationId: string | undefined,
): Promise<CallResult | null> {
  const operation = context.description.operations.find(({ id }) => id === operationId);
  if (operation === undefined) return null;
  const link = linksOf(context, result).find(({ followed }) => followed.operation === operation);
  const id = asObject(result.json)?.["id"];
  const [parameter] = operation.parameters.filter((one) => one.in === "path");
  const path = parameter === undefined || id === undefined ? {} : { [parameter.name]: id };
  const base =
    link === undefined
      ? (inputsFor(context, operation, "required")?.values ?? null)
      : inputsFromLink(context, link.followed);
  if (base === null) return null;
  return await context.call(operation, {
    ...base,
    parameters: { ...base.parameters, path: { ...base.parameters.path, ...path } },
  });
}

/** Triggers one event that subscriptions can select. */
async function causeEvent(context: Context, subscriptions: Subscriptions): Promise<void> {
  for (const [operation, { accepted }] of context.baselines) {
    const events = [operation.extensions["x-waybill-events"]].flat();
    const isOne =
      operation !== subscriptions.api.create &&
      events.some((event) => subscriptions.api.events.includes(String(event)));
    if (!accepted || !isOne || operation.parameters.some((one) => one.in === "path")) continue;
    await create(context, operation);
    await subscriptions.settle();
    return;
  }
}

/** Changes the address, after a delivery to the first one. */
async function move(context: Context, subscriptions: Subscriptions, made: Made): Promise<void> {
  const { urlField } = subscriptions.api;
  await test(context, subscriptions, made);
  const url = context.newUrl();
  if (!(await update(context, subscriptions, { made, member: { [urlField]: url } }))) return;
  made.subscription.url = url;
  await test(context, subscriptions, made);
}

/** A subscription of another account, which receives no event of this one. */
async function subscribeOther(context: Context, subscriptions: Subscriptions): Promise<void> {
  const { otherKey = null } = context.options;
  if (otherKey === null) return;
  await subscribe(context, subscriptions, { events: subscriptions.api.events, key: otherKey });
}

async function pause(context: Context, subscriptions: Subscriptions, made: Made): Promise<void> {
  const { activeField } = subscriptions.api;
  if (activeField === null) return;
  const off = /paused|disabled/i.test(activeField);
  // The response may not mention it; deliveries have to stop all the same.
  if (await update(context, subscriptions, { made, member: { [activeField]: off } })) made.subscription.active = false;
}

interface Update {
  readonly made: Made;
  readonly member: Readonly<Record<string, Json>>;
}

/** Changes one member, alone where the description allows that. Whether it was accepted. */
async function update(context: Context, subscriptions: Subscriptions, { made, member }: Update): Promise<boolean> {
  const { update: operation } = subscriptions.api;
  const mediaType = operation === null ? null : bodyTypeOf(operation);
  const [parameter] = operation?.parameters.filter((one) => one.in === "path") ?? [];
  if (operation === null || mediaType === null || parameter === undefined) return false;
  const { values } = made.result;
  const whole = { ...asObject(values.body?.kind === "value" ? values.body.value : null), ...member };
  const value = matches(mediaType.schema, member) ? member : whole;
  const { parameters } = pathValues({ [parameter.name]: made.subscription.id });
  const result = await context.call(operation, { parameters, body: { kind: "value", mediaType, value } });
  return isAccepted(result.status);
}

async function rotate(context: Context, subscriptions: Subscriptions, made: Made): Promise<void> {
  const { rotate: operation, secretField } = subscriptions.api;
  const before = made.subscription.secret;
  const result = await callLinked(context, made.result, operation?.id);
  if (result === null || operation === null || !isAccepted(result.status)) return;
  if (secretField !== null && asObject(result.json)?.[secretField] === before) {
    context.object("lost-write", `${operation.id} returns the secret that was to be replaced`, result);
  }
  await test(context, subscriptions, made);
}

/** A test delivery: it arrives, and the response reports its outcome. */
async function test(context: Context, subscriptions: Subscriptions, made: Made): Promise<void> {
  const operation = subscriptions.api.test;
  if (operation === null) return;
  const result = await callLinked(context, made.result, operation.id);
  if (result === null) return;
  const { responseStatus } = made.subscription;
  checkReport(context, result, responseStatus);
  await subscriptions.settle();
}

/** An address that refuses connections. */
async function testUnreachable(context: Context, subscriptions: Subscriptions): Promise<void> {
  const { create, urlField, eventsField, events, test: operation } = subscriptions.api;
  const mediaType = bodyTypeOf(create);
  const own = inputsFor(context, create, "required")?.values;
  if (mediaType === null || own?.body?.kind !== "value" || operation === null) return;
  const { protocol, hostname, port } = new URL(subscriptions.base);
  // A tunnel forwards every path.
  if (port === "") return;
  const url = `${protocol}//${hostname}:${await closedPort()}/nobody`;
  const value: Json = { ...asObject(own.body.value), [urlField]: url, [eventsField]: events };
  const created = await context.call(create, { ...own, body: { kind: "value", mediaType, value } });
  const id = asObject(created.json)?.["id"];
  if (!isAccepted(created.status) || id === undefined) return;
  const result = await callLinked(context, created, operation.id);
  if (result !== null) checkReport(context, result, null);
  if (subscriptions.api.remove !== null) await callLinked(context, created, subscriptions.api.remove.id);
}

async function closedPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** `x-waybill-test-result`: which members of the response report whether the delivery was accepted, and with which status. */
function checkReport(context: Context, result: CallResult, status: number | null): void {
  const rule = extensionOf(result.operation.extensions, "x-waybill-test-result");
  const body = asObject(result.json);
  if (rule === null || body === null || !isAccepted(result.status)) return;
  const accepted = status !== null && status >= 200 && status < 300;
  const expected: [unknown, Json][] = [
    [rule["accepted"], accepted],
    [rule["status"], status],
  ];
  for (const [name, value] of expected) {
    if (typeof name !== "string" || body[name] === value) continue;
    const outcome = status === null ? "that could not be made" : `that got ${status}`;
    const message = `${result.operation.id} reports another ${name} of a delivery ${outcome}`;
    context.object("wrong-report", message, { ...result, where: placeOf(result.operation.at) });
  }
}
