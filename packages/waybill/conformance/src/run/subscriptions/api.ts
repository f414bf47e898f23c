// The operations of a description that manage subscriptions to its messages: recognised by their requests and responses.
import type { Operation, Property, Schema } from "waybill/description";
import type { Description } from "../../description/description.ts";
import { propertiesIn, resolved } from "../../description/schema-parts.ts";
import { bodyTypeOf, isUrlName } from "../inputs.ts";
import { operationOf } from "../links.ts";

export interface SubscriptionApi {
  readonly create: Operation;
  /** The members of its body. */
  readonly urlField: string;
  readonly eventsField: string;
  /** Events that can be asked for. */
  readonly events: readonly string[];
  /** The member of the response that holds the signing secret; `null` when there is none. */
  readonly secretField: string | null;
  /** The boolean of an update that pauses deliveries. */
  readonly activeField: string | null;
  readonly update: Operation | null;
  readonly remove: Operation | null;
  readonly rotate: Operation | null;
  /** Sends a test delivery to one subscription. */
  readonly test: Operation | null;
  /** All operations on subscriptions, `create` included. */
  readonly all: ReadonlySet<Operation>;
}

/** A create whose body has an address and a list of names of messages; `null` when the description has none. */
export function subscriptionApiOf(description: Description): SubscriptionApi | null {
  const names = new Set(description.messages.map(({ eventName }) => eventName));
  for (const create of description.operations) {
    const properties = create.method === "post" ? propertiesOfBody(create) : [];
    const url = properties.find(({ name }) => isUrlName(name));
    const lists = properties.map(({ name, schema }) => ({ name, values: elementsOf(schema) ?? [] }));
    const list = lists.find(({ values }) => values.length > 0 && values.every((value) => names.has(value)));
    if (url === undefined || list === undefined) continue;
    const fields = { urlField: url.name, eventsField: list.name, events: list.values };
    return { create, ...fields, ...relatedTo(description, create) };
  }
  return null;
}

function relatedTo(
  description: Description,
  create: Operation,
): Omit<SubscriptionApi, "create" | "urlField" | "eventsField" | "events"> {
  const linked = create.responses.flatMap(({ links }) => links.flatMap((link) => operationOf(description, link) ?? []));
  const below = description.operations.filter((one) => one.path.text.startsWith(`${create.path.text}/{`));
  const related = [...new Set([...linked, ...below])];
  const update = related.find(({ method }) => method === "patch" || method === "put") ?? null;
  const isSecret = ({ name, schema }: Property): boolean => /secret|signing_?key/i.test(name) && isText(schema);
  const secretField = propertiesOfResponse(create).find(isSecret)?.name ?? null;
  const posts = related.filter((one) => one.method === "post" && one.path.text !== create.path.text);
  const rotate = posts.find((one) =>
    propertiesOfResponse(one).some(({ name, schema }) => name === secretField && isText(schema)),
  );
  const test = posts.find((one) => one !== rotate && /test|ping/i.test(`${one.id} ${one.path.text}`));
  const active = (update === null ? [] : propertiesOfBody(update)).find(
    ({ name, schema }) => resolved(schema).kind === "boolean" && /active|enabled|paused|disabled/i.test(name),
  );
  return {
    secretField,
    activeField: active?.name ?? null,
    update,
    remove: related.find(({ method }) => method === "delete") ?? null,
    rotate: rotate ?? null,
    test: test ?? null,
    all: new Set([create, ...related]),
  };
}

function propertiesOfBody(operation: Operation): readonly Property[] {
  const mediaType = bodyTypeOf(operation);
  return mediaType === null ? [] : propertiesIn(mediaType.schema);
}

function propertiesOfResponse({ responses }: Operation): Property[] {
  const success = responses.filter(({ status }) => status.kind === "code" && status.code >= 200 && status.code < 300);
  return success.flatMap(({ content }) => content.flatMap(({ schema }) => propertiesIn(schema)));
}

/** The values that elements of a list may have; `null` when it is no list of names. */
function elementsOf(schema: Schema): string[] | null {
  const dereferenced = resolved(schema);
  if (dereferenced.kind === "intersection")
    return dereferenced.members.map(elementsOf).find((elementNames) => elementNames !== null) ?? null;
  if (dereferenced.kind !== "array") return null;
  const items = resolved(dereferenced.items);
  return items.kind === "enum" ? items.values.filter((value) => typeof value === "string") : null;
}

function isText(schema: Schema): boolean {
  return resolved(schema).kind === "string";
}
