// `waybill events list`, `show` and `send`: the events of a description -> what is printed about them, and signed deliveries of samples.
import { hintFor, type UsageProblem } from "../../../run/config/usage.ts";
import { selectApi } from "../../../run/flags/api-documents.ts";
import { Arguments } from "../../../run/flags/arguments.ts";
import { type EventMessage, eventMessagesOf } from "../../../targets/webhooks/event-messages.ts";
import { apiIn } from "../../terminal/described-api.ts";
import type { ExitCode, Terminal } from "../../terminal/terminal.ts";
import { formatOf, rejectUsage } from "../../terminal/usage.ts";
import { listed, shown } from "./printed.ts";
import { sendEvent } from "./send.ts";

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
  terminal.out(shown(message, asJson));
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
