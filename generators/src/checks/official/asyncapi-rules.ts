// An AsyncAPI document -> violations of the standard that neither its JSON Schema nor reading finds: what the official parser reports.
import { identityOf, type Node } from "../../source/index.ts";
import { itemsAt } from "../arazzo/document.ts";
import { errorAt, type Finding, type WalkedDocuments } from "../walked-documents.ts";

export function asyncApiViolations(root: Node, documents: WalkedDocuments): Finding[] {
  const isOld = String(root.get("asyncapi")?.value).startsWith("2.");
  return isOld ? violationsOf2(root, documents) : violationsOf3(root, documents);
}

// AsyncAPI 3

function violationsOf3(root: Node, documents: WalkedDocuments): Finding[] {
  const operations = membersAt(root, "operations").map((operation) => documents.resolved(operation));
  const addresses = membersAt(root, "channels").flatMap((channel) => documents.follow(channel, ["address"]));
  return [
    ...[...operations, ...membersAt(root.get("components"), "operations")].flatMap((operation) =>
      strayMessages(operation, documents),
    ),
    ...operations.flatMap((operation) => outsideRoot(operation.get("channel"), "channels", documents)),
    ...membersAt(root, "channels").flatMap((channel) =>
      itemsAt(documents.resolved(channel), "servers").flatMap((server) => outsideRoot(server, "servers", documents)),
    ),
    ...addresses.flatMap((address) => queryIn(address.value, address, "value")),
  ];
}

/** "Operations MUST NOT refer to messages of other channels": Operation Object, `messages`. The same is true of a reply. */
function strayMessages(operation: Node, documents: WalkedDocuments): Finding[] {
  const reply = operation.get("reply");
  const owners = [operation, ...(reply === undefined ? [] : [documents.resolved(reply)])];
  return owners.flatMap((owner) => {
    const field = owner.get("channel");
    const channel = field === undefined ? null : documents.target(field);
    if (channel === null) return [];
    return itemsAt(owner, "messages").flatMap((item): Finding[] => {
      const target = documents.target(item);
      const parent = target?.parent ?? null;
      const isOfChannel =
        parent?.key === "messages" && parent.parent !== null && identityOf(parent.parent) === identityOf(channel);
      if (target === null || isOfChannel) return [];
      return [errorAt(item.get("$ref") ?? item, `must be a message of the channel: ${refOf(field)}/messages/…`)];
    });
  });
}

/** The channel of an operation and the servers of a channel are those below the root, not those of components. */
function outsideRoot(field: Node | undefined, section: string, documents: WalkedDocuments): Finding[] {
  const target = field === undefined ? null : documents.target(field);
  if (field === undefined || target === null) return [];
  if (target.parent?.key === section && target.parent.parent?.parent === null) return [];
  return [errorAt(field.get("$ref") ?? field, `must refer to one of the "${section}" at the root of a document`)];
}

// AsyncAPI 2

function violationsOf2(root: Node, documents: WalkedDocuments): Finding[] {
  const servers = [...membersAt(root, "servers"), ...membersAt(root.get("components"), "servers")].map((server) =>
    documents.resolved(server),
  );
  const channels = membersAt(root, "channels");
  const operations = channels.flatMap((channel) => {
    const item = documents.resolved(channel);
    return ["publish", "subscribe"].flatMap((name) => item.get(name) ?? []);
  });
  return [
    ...channels.flatMap((channel) => queryIn(channel.key, channel, "key")),
    ...servers.flatMap((server) => unusedVariables(server)),
    ...[...servers, ...operations].flatMap((owner) => unknownScopes(owner, root, documents)),
    ...repeatedOperationIds(operations, documents),
    ...[root, ...operations.flatMap((operation) => taggedIn(operation, documents))].flatMap(repeatedTags),
    ...["messages", "messageTraits", "operationTraits"].flatMap((section) =>
      membersAt(root.get("components"), section).flatMap(repeatedTags),
    ),
  ];
}

/** An operation, its messages, and the traits of both. */
function taggedIn(operation: Node, documents: WalkedDocuments): Node[] {
  const field = operation.get("message");
  const message = field === undefined ? null : documents.resolved(field);
  const messages = message === null ? [] : message.has("oneOf") ? itemsAt(message, "oneOf") : [message];
  const owners = [operation, ...messages.map((one) => documents.resolved(one))];
  return owners.flatMap((owner) => [owner, ...itemsAt(owner, "traits").map((trait) => documents.resolved(trait))]);
}

/** The schema rejects only tags that are the same in everything. */
function repeatedTags(owner: Node): Finding[] {
  const tags = itemsAt(owner, "tags").flatMap((tag) => tag.get("name") ?? []);
  const isRepeated = (name: Node, at: number): boolean => tags.findIndex(({ value }) => value === name.value) < at;
  return tags.filter(isRepeated).map((name) => errorAt(name, `the tag ${JSON.stringify(name.value)} occurs twice`));
}

function unusedVariables(server: Node): Finding[] {
  const url = String(server.get("url")?.value);
  return membersAt(server, "variables")
    .filter(({ key }) => !url.includes(`{${key}}`))
    .map((variable) =>
      errorAt(variable, `the variable ${JSON.stringify(variable.key)} does not occur in the url`, "key"),
    );
}

function unknownScopes(owner: Node, root: Node, documents: WalkedDocuments): Finding[] {
  const schemes = root.get("components")?.get("securitySchemes");
  return itemsAt(owner, "security").flatMap((requirement) =>
    requirement.members().flatMap((member) => {
      const field = schemes?.get(member.key);
      const scheme = field === undefined ? null : documents.resolved(field);
      if (scheme?.get("type")?.value !== "oauth2") return [];
      const scopes = new Set(
        membersAt(scheme, "flows").flatMap((flow) => membersAt(flow, "scopes").map(({ key }) => key)),
      );
      return member
        .items()
        .filter(({ value }) => typeof value === "string" && !scopes.has(value))
        .map((scope) => errorAt(scope, `must be a scope of the security scheme: ${[...scopes].join(", ")}`));
    }),
  );
}

/** A trait counts before the operation, and the last trait before the others. */
function repeatedOperationIds(operations: readonly Node[], documents: WalkedDocuments): Finding[] {
  const seen = new Set<unknown>();
  return operations.flatMap((operation) => {
    const traits = itemsAt(operation, "traits").map((trait) => documents.resolved(trait));
    const id = [operation, ...traits].flatMap((one) => one.get("operationId") ?? []).at(-1);
    if (id === undefined || !seen.has(id.value)) {
      if (id !== undefined) seen.add(id.value);
      return [];
    }
    return [errorAt(id, `the operationId ${JSON.stringify(id.value)} is used twice`)];
  });
}

// What both have

function queryIn(address: unknown, location: Node, part: Finding["part"]): Finding[] {
  if (typeof address !== "string" || !/[?#]/.test(address)) return [];
  return [errorAt(location, "an address has no query and no fragment: describe them by bindings", part)];
}

function membersAt(node: Node | undefined, key: string): Node[] {
  return node?.get(key)?.members() ?? [];
}

function refOf(field: Node | undefined): string {
  return String(field?.get("$ref")?.value);
}
