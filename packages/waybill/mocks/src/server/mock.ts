// `waybill mock`: a description -> a server of samples that runs until it is stopped, or one delivery of each named event.
import { existsSync, unwatchFile, watchFile } from "node:fs";
import {
  type Arguments,
  apiIn,
  type ExitCode,
  formatOf,
  hintFor,
  printable,
  readingIn,
  rejectUsage,
  selectApi,
  selectParts,
  type Terminal,
  type UsageProblem,
} from "waybill/command";
import type { Api } from "waybill/description";
import { type DeliveryOptions, deliver, schemeOf, usualSecretOf, verifyingSecretOf } from "./events.ts";
import { listen } from "./listen.ts";
import { mockHandlerOf, type Served } from "./mock-handler.ts";

export async function mock(args: Arguments, terminal: Terminal): Promise<ExitCode> {
  const format = formatOf(args);
  if (!format.ok) return rejectUsage(format.problems, terminal, true);
  const asJson = format.value === "json";
  const flags = flagsOf(args, terminal);
  const documents = await selectApi(args, terminal.cwd);
  if (flags.problems.length > 0 || !documents.ok)
    return rejectUsage([...flags.problems, ...(documents.ok ? [] : documents.problems)], terminal, asJson);
  const reading = readingIn(documents.value, { format: format.value, command: "mock" }, terminal);
  if (reading.api === null) return 1;
  const parts = selectParts(reading.api, args);
  if (!parts.ok) return rejectUsage(parts.problems, terminal, asJson);
  const api = parts.value;
  const problems = problemsWith(args, api);
  if (problems.length > 0) return rejectUsage(problems, terminal, asJson);
  const events = args.all("event");
  if (events.length > 0) return deliverAll(api, events, flags, { asJson, terminal });
  // Errors of a saved file go to stderr, also with --json: the lines of the log are results.
  const readAgain = async (): Promise<Api | null> => {
    const again = await selectApi(args, terminal.cwd);
    const whole = again.ok ? apiIn(again.value, { format: "text", command: "mock" }, terminal) : null;
    const next = whole === null ? null : selectParts(whole, args);
    if (next?.ok === false) rejectUsage(next.problems, terminal, false);
    return next?.ok === true ? next.value : null;
  };
  return serve(api, flags, { asJson, terminal, watched: { paths: reading.paths, readAgain } });
}

interface Flags extends DeliveryOptions {
  readonly port: number;
  readonly host: string;
  readonly seed: number | undefined;
  readonly dynamic: boolean;
  readonly cors: boolean;
  readonly auth: boolean;
  readonly stateful: boolean;
  readonly delay: number;
  readonly problems: readonly UsageProblem[];
}

interface Output {
  readonly asJson: boolean;
  readonly terminal: Terminal;
}

/** The files of the description, and what reads them again; `null` while they have errors, which it prints. */
interface Watched {
  readonly paths: readonly string[];
  readonly readAgain: () => Promise<Api | null>;
}

function flagsOf(args: Arguments, terminal: Terminal): Flags {
  const problems: UsageProblem[] = [];
  const readInteger = (name: string, usual: number | undefined, most: number): number | undefined => {
    const rawValue = args.one(name);
    if (rawValue === null) return usual;
    if (/^\d+$/.test(rawValue) && Number(rawValue) <= most) return Number(rawValue);
    const message = `--${name} must be a whole number from 0 to ${most}, found ${JSON.stringify(rawValue)}`;
    problems.push({ message, hint: `for example --${name} ${usual ?? 7}` });
    return usual;
  };
  const url = args.one("deliver-to");
  if (url !== null && !(URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)))
    problems.push({
      message: `--deliver-to must be an http or https address, found ${JSON.stringify(url)}`,
      hint: "for example --deliver-to http://127.0.0.1:3000/webhooks",
    });
  if (args.has("cors") && args.has("no-cors"))
    problems.push({ message: "--cors and --no-cors cannot be used together", hint: "keep one of the two" });
  if (args.has("event") && url === null)
    problems.push({ message: "--event needs --deliver-to", hint: "name the address that receives the event" });
  return {
    port: readInteger("port", 4010, 65_535) ?? 4010,
    host: args.one("host") ?? "127.0.0.1",
    seed: readInteger("seed", undefined, 2 ** 31 - 1),
    dynamic: args.has("dynamic"),
    cors: !args.has("no-cors"),
    auth: !args.has("no-auth"),
    stateful: args.has("stateful"),
    delay: readInteger("delay", 0, 600_000) ?? 0,
    url,
    secret: args.one("secret") ?? terminal.variable("WAYBILL_SECRET") ?? null,
    problems,
  };
}

function problemsWith(args: Arguments, { messaging }: Api): UsageProblem[] {
  if (messaging === null && args.has("deliver-to"))
    return [
      {
        message: "--deliver-to needs an AsyncAPI description",
        hint: "name it too: waybill mock openapi.yaml asyncapi.yaml",
      },
    ];
  const names = (messaging?.messages ?? []).flatMap(({ eventName, key }) => [eventName, key]);
  const unknown = args.all("event").filter((name) => !names.includes(name));
  return unknown.map((name) => ({ message: `unknown event ${JSON.stringify(name)}`, hint: hintFor(name, names) }));
}

async function serve(
  api: Api,
  flags: Flags,
  { asJson, terminal, watched }: Output & { readonly watched: Watched },
): Promise<ExitCode> {
  const print = (line: object, text: string): void => terminal.out(`${asJson ? JSON.stringify(line) : text}\n`);
  const served = (line: Served): void => {
    const { method, url, status, operation, reason, milliseconds } = line;
    const why = reason === undefined ? "" : `: ${printable(reason)}`;
    print(line, `${method} ${url} ${status}${operation === null ? "" : ` ${operation}`} ${milliseconds} ms${why}`);
  };
  let handler = await mockHandlerOf(api, flags);
  let reloading = Promise.resolve();
  const reload = async (): Promise<void> => {
    const next = await watched.readAgain();
    if (next === null) return;
    const before = handler;
    handler = await mockHandlerOf(next, flags);
    before.dispose();
    print({ reloaded: true }, "mock: reloaded");
  };
  // One after the other.
  const saved = (): void => {
    reloading = reloading.then(reload);
  };
  const files = watched.paths.filter((file) => existsSync(file));
  try {
    const server = await listen((request) => handler.handle(request), { ...flags, served });
    // Polled: editors replace files, which ends other ways to watch one.
    for (const file of files) watchFile(file, { interval: 300, persistent: false }, saved);
    const counts = { operations: api.http?.operations.length ?? 0, events: api.messaging?.messages.length ?? 0 };
    print({ listening: server.address, ...counts }, `mock: ${server.address} (${textOf(counts)})`);
    if (counts.events > 0 && !asJson) terminal.out(`${signingText(api, flags)}\n`);
    await new Promise<void>((resolve) => terminal.stopped(resolve));
    await server.close();
    return 0;
  } catch (error) {
    if (!(error instanceof Error && "syscall" in error)) throw error;
    const hint = "use a free port, or 0 to pick one: --port 0";
    return rejectUsage([{ message: `--port ${flags.port} cannot be used: ${error.message}`, hint }], terminal, asJson);
  } finally {
    for (const file of files) unwatchFile(file, saved);
    await reloading;
    handler.dispose();
  }
}

function textOf({ operations, events }: { readonly operations: number; readonly events: number }): string {
  const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;
  return `${counted(operations, "operation")}${events === 0 ? "" : `, ${counted(events, "event")}`}`;
}

function signingText({ messaging }: Api, { secret }: Flags): string {
  const schemes = (messaging?.messages ?? []).flatMap((message) => schemeOf(message) ?? []);
  const texts = schemes.map((scheme) => {
    const signingSecret = secret ?? usualSecretOf(scheme);
    const verifying = verifyingSecretOf(scheme, signingSecret);
    const key = verifying === signingSecret || verifying === null ? "" : `; receivers verify with ${verifying}`;
    return `events are signed with the secret ${signingSecret} (${scheme.algorithm} in ${scheme.header})${key}`;
  });
  return texts.length === 0
    ? "events are delivered unsigned: the description has no x-waybill-signature"
    : [...new Set(texts)].join("\n");
}

async function deliverAll(
  { messaging }: Api,
  events: readonly string[],
  flags: Flags,
  { asJson, terminal }: Output,
): Promise<ExitCode> {
  let failed = 0;
  for (const event of events) {
    const sent = messaging === null ? null : await deliver(messaging, event, flags);
    if (sent?.ok !== true) failed += 1;
    terminal.out(
      `${asJson ? JSON.stringify(sent) : `${event} -> ${flags.url}: ${sent?.status ?? sent?.reason}${sent?.signed === true ? ", signed" : ", unsigned"}`}\n`,
    );
  }
  return failed === 0 ? 0 : 1;
}
