// The messages of asyncapi.yaml -> the table of docs/guides/webhooks.md that says when each event fires.
import { type Description, memberOf, membersOf, rootOf } from "../../../spec/test/description.ts";
import { textIn } from "../../../spec/test/operations.ts";
import { subscribableMessages } from "./event-names.ts";

export const guide = "docs/guides/webhooks.md";

const table = /(\n\| event \| fires when \|\n\|---\|---\|\n)(?:\|.*\n)*/;

/** `text`: the guide before. */
export function guideText(description: Description, text: string): string {
  if (!table.test(text)) throw new Error(`${guide} has no table "| event | fires when |" to replace`);
  const rows = subscribableMessages(description).map(({ key, name }) => {
    const link = `/reference/events/${name.replaceAll(/[._]/g, "-")}/`;
    return `| [\`${name}\`](${link}) | ${firesWhen(description, key)} |\n`;
  });
  return text.replace(table, (_all, head: string) => `${head}${rows.join("")}`);
}

/** `Fires when an order is cancelled. Nothing was shipped.` -> `an order is cancelled`; details after a colon are left out. */
function firesWhen(description: Description, key: string): string {
  const messages = memberOf(description, rootOf(description, "asyncapi.yaml"), "channels", "subscriber", "messages");
  const [, message] = membersOf(description, messages).find(([known]) => known === key) ?? [];
  const words = message === undefined ? "" : textIn(message, "description").replaceAll(/\s+/g, " ");
  const [, when] = /^Fires (?:when|whenever|as soon as) (.+?)[.:](?= |$)/.exec(words) ?? [];
  if (when === undefined) throw new Error(`the description of the message ${key} has to begin with "Fires when"`);
  return when;
}
