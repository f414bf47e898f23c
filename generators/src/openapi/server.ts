// Server Object -> Server.
import type { Server } from "../model/http.ts";
import { checkFields, entriesOf, expectObject, itemsOf, type Reading, requiredString, stringField, stringsOf } from "../reading/index.ts";
import type { Node } from "../source/index.ts";
import { fields } from "./fields.ts";

export function readServers(reading: Reading, owner: Node): Server[] {
  return itemsOf(reading, owner, "servers").flatMap((node) => {
    if (expectObject(reading, node, "a server") === null) return [];
    checkFields(reading, node, "a server", fields.server);
    return [
      {
        url: requiredString(reading, node, "url", "a server"),
        description: stringField(reading, node, "description"),
        variables: entriesOf(reading, node, "variables").map((variable) => readVariable(reading, variable)),
        at: node,
      },
    ];
  });
}

function readVariable(reading: Reading, node: Node): Server["variables"][number] {
  checkFields(reading, node, "a server variable", fields.serverVariable);
  return {
    name: node.key,
    default: requiredString(reading, node, "default", "a server variable"),
    enum: stringsOf(reading, node, "enum"),
    description: stringField(reading, node, "description"),
  };
}
