// The API -> who receives a message, and what outside of the API causes it.
import { type Api, childrenOf, type Message, type Schema, valueAt } from "waybill/description";

/**
 * In words; `null` when one can subscribe to it: the values of the list of events in the description. Throws when neither holds: no one
 * would know who gets it.
 */
export function recipientOf({ eventName, description, summary }: Message, api: Api): string | null {
  if (subscribableIn(api).has(eventName)) return null;
  const [words = ""] = /^[\s\S]*?[.!?](?=\s|$)/.exec((description ?? summary ?? "").trim()) ?? [];
  if (words === "") throw new Error(`${eventName} is not subscribable, and its description does not say who gets it`);
  return words.replaceAll(/\s+/g, " ");
}

/** All events where the description has no such list. */
function subscribableIn({ schemas, messaging }: Api): Set<string> {
  const names = new Set((messaging?.messages ?? []).map(({ eventName }) => eventName));
  const listed = new Set<string>();
  const visit = (schema: Schema): void => {
    const values = schema.kind === "enum" ? schema.values.map(String) : [];
    if (values.length > 1 && values.every((value) => names.has(value))) for (const value of values) listed.add(value);
    if (schema.kind !== "ref") for (const child of childrenOf(schema)) visit(child);
  };
  for (const { schema } of schemas) visit(schema);
  return listed.size === 0 ? names : listed;
}

/** The words of state machines, `trigger: { outside: … }` beside `event`, each once. */
export function occasionsOf({ eventName }: Message, { schemas }: Api): string[] {
  const found = new Set<string>();
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    if ("event" in node && node.event === eventName && "trigger" in node) {
      const { trigger } = node;
      if (typeof trigger === "object" && trigger !== null && "outside" in trigger) found.add(String(trigger.outside));
    }
    for (const member of Object.values(node)) visit(member);
  };
  for (const { at } of schemas) visit(valueAt(at));
  return [...found];
}
