// `--trigger event=command` to functions that run the command in a shell, with the known values of a resource filled in, or that post them
// to an address.
import { spawn } from "node:child_process";
import { type Usable, type UsageProblem, usable } from "waybill/command";
import type { Json } from "waybill/description";
import { singleQuoted } from "../exchange/curl.ts";
import { reasonOf } from "../finding.ts";
import type { Trigger } from "../run/run-options.ts";

/** `event=command`, or `event?member=value&member=value=command`. */
const named = /^([^=\s?]+(?:\?[^=\s&]+=[^=\s&]+(?:&[^=\s&]+=[^=\s&]+)*)?)=(.*\S.*)$/s;

export interface TriggerCommand {
  /** With what its delivery has to say behind a question mark. */
  readonly event: string;
  readonly command: string;
}

/** The command failed; the message contains the command and its output. */
export class TriggerFailure extends Error {
  override readonly name = "TriggerFailure";
}

export function readTriggerCommands(flagValues: readonly string[]): Usable<TriggerCommand[]> {
  const problems: UsageProblem[] = [];
  const commands = new Map<string, string>();
  for (const text of flagValues) {
    const [, event, command] = named.exec(text) ?? [];
    if (event === undefined || command === undefined) {
      const message = `--trigger must be event=command, found ${JSON.stringify(text)}`;
      problems.push({ message, hint: "for example --trigger 'order.shipped=./ship.sh {orderId}'" });
      continue;
    }
    if (commands.has(event))
      problems.push({ message: `--trigger has two commands for ${event}`, hint: "keep one of the two" });
    const quoted = placesIn(command).find(({ inQuotes }) => inQuotes);
    if (quoted !== undefined) {
      const message = `--trigger ${event}: {${quoted.name}} is inside quotes`;
      problems.push({ message, hint: "leave the quotes out: the value is quoted when it is filled in" });
    }
    commands.set(event, command);
  }
  if (problems.length > 0) return { ok: false, problems };
  return usable([...commands].map(([event, command]) => ({ event, command })));
}

export interface TriggerOptions {
  /** Where commands run. */
  readonly cwd: string;
  /** How long one may take. Default: 10,000. */
  readonly milliseconds?: number;
}

/** By event. A function rejects with a `TriggerFailure`. */
export function triggersOf(commands: readonly TriggerCommand[], options: TriggerOptions): Record<string, Trigger> {
  return Object.fromEntries(
    commands.map((one): [string, Trigger] => {
      const isAddress = /^https?:\/\/\S+$/.test(one.command);
      return [one.event, (resource) => (isAddress ? callAddress : runCommand)(one, resource, options)];
    }),
  );
}

/** Everything known of the resource, as JSON. */
async function callAddress(
  { event, command }: TriggerCommand,
  resource: Readonly<Record<string, Json>>,
  { milliseconds = 10_000 }: TriggerOptions,
): Promise<void> {
  const fail = (reason: string): never => {
    throw new TriggerFailure(`the trigger of ${event} ${reason}: ${command}`);
  };
  const response = await fetch(command, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ event, ...resource }),
    signal: AbortSignal.timeout(milliseconds),
  }).catch((error: unknown) => fail(`gets no response (${reasonOf(error)})`));
  await response.arrayBuffer();
  if (!response.ok) fail(`returns ${response.status}`);
}

function runCommand(
  { event, command }: TriggerCommand,
  resource: Readonly<Record<string, Json>>,
  { cwd, milliseconds = 10_000 }: TriggerOptions,
): Promise<void> {
  const text = filledIn({ event, command }, resource);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  // A group of its own, so that processes of the shell end with it.
  const child = spawn("sh", ["-c", text], { cwd, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (part: string) => {
      printed = `${printed}${part}`.slice(-2000);
    });
  }
  const fail = (reason: string): void => {
    const output = printed.trim() === "" ? "it printed nothing" : `it printed:\n${printed.trim()}`;
    reject(new TriggerFailure(`the trigger of ${event} ${reason}: ${text}\n${output}`));
  };
  const timer = setTimeout(() => {
    fail(`did not exit within ${milliseconds / 1000} seconds`);
    if (child.pid !== undefined) endGroup(child.pid);
  }, milliseconds);
  child.on("error", (error) => fail(`could not be started (${error.message})`));
  child.on("close", (code, signal) => {
    clearTimeout(timer);
    if (code === 0) resolve();
    else fail(code === null ? `was killed by ${signal}` : `exited with code ${code}`);
  });
  return promise;
}

function endGroup(leader: number): void {
  try {
    process.kill(-leader, "SIGKILL");
  } catch {
    // The process has just exited.
  }
}

/** Each `{name}` by the value of that name, as one word of a shell. */
function filledIn({ event, command }: TriggerCommand, resource: Readonly<Record<string, Json>>): string {
  let text = "";
  let end = 0;
  for (const { name, at } of placesIn(command)) {
    const value = knownAs(resource, name);
    if (value === undefined) {
      const known = `known of the resource: ${Object.keys(resource).join(", ") || "nothing"}`;
      throw new TriggerFailure(`the trigger of ${event} uses the unknown value {${name}}: ${command}\n${known}`);
    }
    const written = typeof value === "string" ? value : JSON.stringify(value);
    // No argument can hold a NUL.
    text += `${command.slice(end, at)}${singleQuoted(written.replaceAll("\0", ""))}`;
    end = at + name.length + 2;
  }
  return text + command.slice(end);
}

/** By its exact name, else by one with different case or separators: `{orderId}` is `order_id` as well. */
function knownAs(resource: Readonly<Record<string, Json>>, name: string): Json | undefined {
  const plain = (one: string): string => one.replace(/[^A-Za-z0-9]/g, "").toLowerCase();
  const names = Object.keys(resource);
  const key = names.find((one) => one === name) ?? names.find((one) => plain(one) === plain(name));
  return key === undefined ? undefined : resource[key];
}

interface PlaceInCommand {
  readonly name: string;
  /** The index of its brace. */
  readonly at: number;
  /** A value filled in there would close the quotes and run as a command. */
  readonly inQuotes: boolean;
}

/** The `{name}`s of a command; `${name}` is the shell's own. */
function placesIn(command: string): PlaceInCommand[] {
  const places: PlaceInCommand[] = [];
  let quote = "";
  for (let at = 0; at < command.length; at += 1) {
    const character = command.charAt(at);
    if (character === "\\" && quote !== "'") at += 1;
    else if (quote === "" && (character === "'" || character === '"')) quote = character;
    else if (character === quote) quote = "";
    else if (character === "{" && command.charAt(at - 1) !== "$") {
      const name = /^\{([A-Za-z_][\w.-]*)\}/.exec(command.slice(at))?.[1];
      if (name !== undefined) places.push({ name, at, inQuotes: quote !== "" });
    }
  }
  return places;
}
