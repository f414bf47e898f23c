// `waybill events list`, `show` and `send`: the events of a description -> what is printed about them, and signed deliveries of samples.

import type { SignatureScheme } from "../../../model/signature.ts";
import { hintFor, type UsageProblem } from "../../../run/config/usage.ts";
import { selectApi } from "../../../run/flags/api-documents.ts";
import { Arguments } from "../../../run/flags/arguments.ts";
import { type EventMessage, eventMessagesOf } from "../../../targets/webhooks/event-messages.ts";
import { apiIn } from "../../terminal/described-api.ts";
import { type ExitCode, formatOf, rejectUsage, type Terminal } from "../../terminal/terminal.ts";
import { sampleDelivery, sendEvent } from "./send.ts";

const actions = ["list", "show", "send"] as const;

export async function events(args: Arguments, terminal: Terminal): Promise<ExitCode> {
  const format = formatOf(args);
  if (!format.ok) return rejectUsage(format.problems, terminal, true);
  const asJson = format.value === "json";
  const usage = (...problems: readonly UsageProblem[]): ExitCode => rejectUsage(problems, terminal, asJson);
  const [word = "list", ...rest] = args.positionals;
  const action = actions.find((one) => one === word);
  if (action === undefined)
    return usage({ message: `events has no action ${JSON.stringify(word)}`, hint: hintFor(word, actions) });
  const name = action === "list" ? null : rest[0];
  if (name === undefined)
    return usage({ message: `events ${action} needs the name of an event`, hint: "waybill events list prints them" });
  const strange = action === "send" ? [] : sendFlags.filter((flag) => args.has(flag));
  if (strange.length > 0)
    return usage({
      message: `--${strange[0]} is only valid with send`,
      hint: `waybill events send NAME --${strange[0]} …`,
    });
  const files = action === "list" ? rest : rest.slice(1);
  const documents = await selectApi(new Arguments(new Map(args.values()), files), terminal.cwd);
  if (!documents.ok) return usage(...documents.problems);
  const api = apiIn(documents.value, { format: format.value, command: "events" }, terminal);
  if (api === null) return 1;
  const messages = eventMessagesOf(api);
  if (name === null) {
    terminal.out(listed(messages, asJson));
    return 0;
  }
  const message = messages.find(({ eventName }) => eventName === name) ?? messages.find(({ key }) => key === name);
  if (message === undefined) return usage(unknown(name, messages));
  if (action === "send") return await sendEvent(message, args, { terminal, asJson });
  terminal.out(formatEvent(message, asJson));
  return 0;
}

/** The flags that only `send` reads. */
export const sendFlags = [
  "to",
  "secret",
  "file",
  "example",
  "seed",
  "id",
  "header",
  "repeat",
  "forged",
  "timeout",
  "output",
] as const;

function unknown(name: string, messages: readonly EventMessage[]): UsageProblem {
  const names = messages.map(({ eventName }) => eventName);
  const hint = names.length === 0 ? "the description has no messages and no webhooks" : hintFor(name, names);
  return { message: `unknown event ${JSON.stringify(name)}`, hint };
}

export function listed(messages: readonly EventMessage[], asJson: boolean): string {
  if (asJson) return `${JSON.stringify(messages.map(rowOf), null, 2)}\n`;
  if (messages.length === 0) return "the description has no messages and no webhooks\n";
  const width = Math.max(...messages.map(({ eventName }) => eventName.length));
  const lines = messages.map((message) => {
    const { eventName, title, summary } = message;
    const summaryLine = (summary ?? title ?? "").split("\n", 1)[0] ?? "";
    return `${eventName.padEnd(width)}  ${signingOf(message)}${summaryLine === "" ? "" : `; ${summaryLine}`}`;
  });
  return `${lines.join("\n")}\n`;
}

function rowOf({ eventName, key, summary, contentType, signature, examples, operation }: EventMessage): object {
  return {
    event: eventName,
    key,
    operation: operation?.id ?? null,
    summary,
    contentType,
    examples: examples.flatMap(({ name }) => name ?? []),
    signature: signature?.scheme ?? null,
  };
}

function signingOf({ signature }: EventMessage): string {
  return signature === null ? "unsigned" : `${signature.scheme.algorithm} in ${signature.scheme.header}`;
}

/** The sample that `send` sends first, with what would sign it. */
export function formatEvent(message: EventMessage, asJson: boolean): string {
  const sample = sampleDelivery(message, {});
  if (asJson) {
    const { headers = null, payload = null } = sample.ok ? sample : {};
    return `${JSON.stringify({ ...rowOf(message), method: message.method, headers, payload }, null, 2)}\n`;
  }
  const { eventName, title, summary, description, examples } = message;
  const about = [title, summary, description].filter((text) => text !== null && text !== "");
  const names = examples.flatMap(({ name }) => name ?? []);
  const request = sample.ok
    ? [
        `${message.method} <url>`,
        ...Object.entries(sample.headers).map(([name, value]) => `${name}: ${value}`),
        ...headersOfSignature(message.signature?.scheme ?? null),
        "",
        JSON.stringify(sample.payload, null, 2),
      ]
    : [`no sample: ${sample.reason}`];
  return `${[
    eventName,
    ...new Set(about),
    `signature: ${signingOf(message)}`,
    ...(names.length === 0 ? [] : [`examples: ${names.join(", ")}`]),
    "",
    ...request,
  ].join("\n")}\n`;
}

function headersOfSignature(scheme: SignatureScheme | null): string[] {
  if (scheme === null) return [];
  const { header, timestamp } = scheme;
  const timestampHeaders = timestamp?.header == null ? [] : [`${timestamp.header}: <time>`];
  return [...timestampHeaders, `${header}: <signature>`];
}
