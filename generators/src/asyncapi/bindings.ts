// `bindings` of a channel, message or operation -> the protocol name and its content, unchanged.
import { follow, followObject, type Reading } from "../reading/index.ts";
import type { Node } from "../source/index.ts";

export function bindingsOf(reading: Reading, owner: Node): Record<string, unknown> {
  const field = owner.get("bindings");
  const node = field === undefined ? null : followObject(reading, field, "bindings");
  if (node === null) return {};
  return Object.fromEntries(node.members().map((member) => [member.key, follow(reading, member)?.value]));
}
