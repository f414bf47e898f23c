// A description -> who receives a message: each subscription that asks for it, or those that its own words name.
import type { Message } from "../../../generators/src/description.ts";
import { firstSentence } from "../page/page.ts";
import { isObject, type Json } from "./json.ts";
import type { Description } from "./read.ts";

/** In words; `null` when one can subscribe to it. Throws when neither holds: no one would know who gets it. */
export function recipientOf({ eventName, description, summary }: Message, from: Description): string | null {
  if (subscribableIn(from).has(eventName)) return null;
  const words = firstSentence(description ?? summary ?? "");
  if (words === "") throw new Error(`${eventName} is not subscribable, and its description does not say who gets it`);
  return words;
}

/** The values of the lists of events in the HTTP description; all events where it has none. */
function subscribableIn({ openapi, messaging }: Description): Set<string> {
  const names = new Set(messaging.messages.map(({ eventName }) => eventName));
  const listed = new Set<string>();
  const visit = (node: Json): void => {
    if (Array.isArray(node)) for (const item of node) visit(item);
    if (!isObject(node)) return;
    const values = Array.isArray(node["enum"]) ? node["enum"].map(String) : [];
    if (values.length > 1 && values.every((value) => names.has(value))) for (const value of values) listed.add(value);
    for (const member of Object.values(node)) visit(member);
  };
  visit(openapi);
  return listed.size === 0 ? names : listed;
}
