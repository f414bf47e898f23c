// What a description describes -> the path of its page. Paths come from names of the description, so links to them last.
import type { Api, Channel, Message, NamedSchema, Operation } from "waybill/description";
import { slugOf } from "../blocks/prose.ts";

export interface TagGroup {
  /** The name of the tag; `null` for operations without one. */
  readonly tag: string | null;
  readonly label: string;
  readonly path: string;
  readonly operations: readonly Operation[];
}

/** The pages of one API. Every path begins with `prefix` and ends with a slash. */
export interface SiteMap {
  readonly api: Api;
  /** `/`, or `/payments/` in a site of several APIs. */
  readonly prefix: string;
  readonly overview: string;
  readonly authentication: string;
  readonly schemas: string;
  readonly events: string;
  readonly groups: readonly TagGroup[];
  /** Each schema once, without its forms in requests and in responses. */
  readonly named: readonly NamedSchema[];
  readonly ofOperation: (operation: Operation) => string;
  readonly ofMessage: (message: Message) => string;
  readonly ofChannel: (channel: Channel) => string;
  /** `null` for a schema without a page. */
  readonly ofSchema: (schema: NamedSchema) => string | null;
  /** The name of its page: the forms of a schema in requests and in responses have the name of the schema. */
  readonly nameOf: (schema: NamedSchema) => string;
  /** By `operationId`, as links of responses name it. */
  readonly operationById: (id: string) => Operation | null;
}

export function siteMapOf(api: Api, prefix: string): SiteMap {
  const names = new Names(prefix);
  const { http, messaging } = api;
  const operations = http?.operations ?? [];
  const groups = groupsOf(api, names);
  const paths = new Map<object, string>();
  for (const operation of operations) {
    const group = groups.find(({ tag }) => tag === (operation.tags[0] ?? null));
    paths.set(operation, names.take(group?.path ?? `${prefix}operations/`, operation.id));
  }
  for (const operation of http?.webhooks ?? [])
    paths.set(
      operation,
      names.take(`${prefix}${operation.trigger?.kind === "callback" ? "callbacks" : "webhooks"}/`, operation.id),
    );
  for (const message of messaging?.messages ?? [])
    paths.set(message, names.take(`${prefix}events/`, message.eventName));
  for (const channel of messaging?.channels ?? []) paths.set(channel, names.take(`${prefix}channels/`, channel.key));
  const named = api.schemas.filter(
    ({ identity, isOutput }) => isOutput !== true && baseIdentity(identity) === identity,
  );
  const byIdentity = new Map(named.map((schema) => [schema.identity, names.take(`${prefix}schemas/`, schema.name)]));
  const baseNames = new Map(named.map((schema) => [schema.identity, schema.name]));
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  return {
    api,
    prefix,
    overview: prefix,
    authentication: `${prefix}authentication/`,
    schemas: `${prefix}schemas/`,
    events: `${prefix}events/`,
    groups,
    named,
    ofOperation: (operation) => known(paths, operation, operation.id),
    ofMessage: (message) => known(paths, message, message.key),
    ofChannel: (channel) => known(paths, channel, channel.key),
    ofSchema: ({ identity }) => byIdentity.get(baseIdentity(identity)) ?? null,
    nameOf: ({ identity, name }) => baseNames.get(baseIdentity(identity)) ?? name,
    operationById: (id) => byId.get(id) ?? null,
  };
}

function known(paths: ReadonlyMap<object, string>, thing: object, name: string): string {
  const path = paths.get(thing);
  if (path === undefined) throw new Error(`${name} has no page`);
  return path;
}

/** The forms of a schema in requests and in responses have its identity and a word. */
function baseIdentity(identity: string): string {
  return identity.replace(/(?: (?:Writable|Readable))+$/, "");
}

/** Tags in the order of the description, each below its parent; then tags that only operations have. */
function groupsOf({ http }: Api, names: Names): TagGroup[] {
  if (http === null) return [];
  const used = new Set(
    http.operations.flatMap(({ tags }): readonly (string | null)[] => (tags.length === 0 ? [null] : tags)),
  );
  const described = new Map(http.tags.map((tag) => [tag.name, tag]));
  const order = [...described.keys(), ...[...used].filter((tag) => tag !== null && !described.has(tag))];
  const isShown = (name: string | null): boolean =>
    used.has(name) || (described.get(name ?? "")?.description ?? null) !== null;
  const labelOf = (name: string | null, depth = 0): string => {
    if (name === null) return used.size === 1 ? "Operations" : "Other operations";
    const tag = described.get(name);
    const own = tag?.summary ?? name;
    return tag?.parent === null || tag === undefined || depth > 8 ? own : `${labelOf(tag.parent, depth + 1)} › ${own}`;
  };
  return [...order, null].filter(isShown).map((tag) => ({
    tag,
    label: labelOf(tag),
    path: names.take(`${names.prefix}operations/`, tag ?? "other"),
    operations: http.operations.filter(({ tags }) => (tag === null ? tags.length === 0 : tags.includes(tag))),
  }));
}

/** Paths that differ in more than case: file systems may not tell them apart. */
class Names {
  readonly prefix: string;
  private readonly taken = new Set<string>();

  constructor(prefix: string) {
    this.prefix = prefix;
  }

  take(folder: string, name: string): string {
    const slug = slugOf(name).slice(0, 120);
    for (let count = 1; ; count += 1) {
      const path = `${folder}${slug}${count === 1 ? "" : `-${count}`}/`;
      if (this.taken.has(path)) continue;
      this.taken.add(path);
      return path;
    }
  }
}
