// The binding `ws` of a channel -> how a WebSocket is opened: the schemas of its query and headers.
import { quote } from "../../diagnostics/index.ts";
import type { WebSocketBinding } from "../../model/messaging.ts";
import type { Node } from "../../source/index.ts";
import { followObject, readPart, stringField } from "../fields/index.ts";
import type { AsyncApiReading } from "./asyncapi-reading.ts";

/** That of the first owner that has one. A fault in it leaves it out, and the channel as it is. */
export function readWebSocket(reading: AsyncApiReading, owners: readonly Node[]): WebSocketBinding | null {
  const nodes = owners.flatMap((owner) => {
    const field = owner.get("bindings");
    const bindings = field === undefined ? null : followObject(reading, field, "bindings");
    return bindings?.get("ws") ?? [];
  });
  const [member] = nodes;
  if (member === undefined) return null;
  return readPart(reading, `the binding ${quote("ws")}`, () => {
    const node = followObject(reading, member, "a binding");
    if (node === null) return null;
    const [query, headers] = [node.get("query"), node.get("headers")];
    return {
      method: stringField(reading, node, "method"),
      query: query === undefined ? null : reading.schemas.read(query),
      headers: headers === undefined ? null : reading.schemas.read(headers),
    };
  });
}
