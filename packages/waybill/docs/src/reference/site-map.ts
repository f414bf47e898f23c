// What a description describes -> the path of its page. Paths come from names of the description, so links to them last.
import { type Api, type Channel, isGroup, type Message, type NamedSchema, type Operation } from "waybill/description";
import { slugOf } from "../blocks/prose.ts";
import { standingFor } from "./same-operations.ts";
import { displayNameOf, tagGroupOf } from "./written.ts";

export interface TagGroup {
  /** The name of the tag; `null` for operations without one. */
  readonly tag: string | null;
  readonly label: string;
  readonly path: string;
  readonly operations: readonly Operation[];
}

/** Where pages are, each path with a slash at both ends: `/reference/http/`. What is left out follows from the prefix. */
export interface SitePaths {
  readonly overview?: string;
  readonly authentication?: string;
  /** Above the folder of each tag: `/operations/`. */
  readonly operations?: string;
  readonly webhooks?: string;
  readonly callbacks?: string;
  readonly events?: string;
  readonly channels?: string;
  readonly schemas?: string;
}

/** The pages of one API. Every path ends with a slash. */
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
  /** The title of its page: its own title where no other schema has it, else its name. */
  readonly titleOf: (schema: NamedSchema) => string;
  /** By `operationId`, as links of responses name it. */
  readonly operationById: (id: string) => Operation | null;
  /** The one that lists show for operations that differ in their method only; most operations stand for themselves. */
  readonly standsFor: (operation: Operation) => Operation;
  /** By what code in prose calls a page: `GET /v1/orders`, `order.created`. */
  readonly mentions: ReadonlyMap<string, string>;
}

export function siteMapOf(api: Api, prefix: string, pathOverrides: SitePaths = {}): SiteMap {
  const names = new Names();
  const folders: Required<SitePaths> = {
    overview: prefix,
    authentication: `${prefix}authentication/`,
    operations: `${prefix}operations/`,
    webhooks: `${prefix}webhooks/`,
    callbacks: `${prefix}callbacks/`,
    events: `${prefix}events/`,
    channels: `${prefix}channels/`,
    schemas: `${prefix}schemas/`,
    ...pathOverrides,
  };
  const { http, messaging } = api;
  const operations = http?.operations ?? [];
  const groups = groupsOf(api, names, folders.operations);
  const paths = new Map<object, string>();
  for (const operation of operations) {
    const group = groups.find(({ tag }) => tag === (groupTagsOf(operation, api)[0] ?? null));
    paths.set(operation, names.take(group?.path ?? folders.operations, operation.id));
  }
  for (const operation of http?.webhooks ?? [])
    paths.set(
      operation,
      names.take(operation.trigger?.kind === "callback" ? folders.callbacks : folders.webhooks, operation.id),
    );
  for (const message of messaging?.messages ?? []) paths.set(message, names.take(folders.events, message.eventName));
  for (const channel of messaging?.channels ?? []) paths.set(channel, names.take(folders.channels, channel.key));
  const named = api.schemas.filter(
    ({ identity, isOutput }) => isOutput !== true && baseIdentity(identity) === identity,
  );
  const byIdentity = new Map(named.map((schema) => [schema.identity, names.take(folders.schemas, schema.name)]));
  const baseNames = new Map(named.map((schema) => [schema.identity, schema.name]));
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  const stands = standingFor(operations);
  return {
    api,
    prefix,
    overview: folders.overview,
    authentication: folders.authentication,
    schemas: folders.schemas,
    events: folders.events,
    groups,
    named,
    ofOperation: (operation) => known(paths, operation, operation.id),
    ofMessage: (message) => known(paths, message, message.key),
    ofChannel: (channel) => known(paths, channel, channel.key),
    ofSchema: ({ identity }) => byIdentity.get(baseIdentity(identity)) ?? null,
    nameOf: ({ identity, name }) => baseNames.get(baseIdentity(identity)) ?? name,
    titleOf: titlesOf(named),
    operationById: (id) => byId.get(id) ?? null,
    standsFor: (operation) => stands.get(operation) ?? operation,
    mentions: new Map([
      ...operations.map((one) => [`${one.method.toUpperCase()} ${one.path.text}`, known(paths, one, one.id)] as const),
      ...(messaging?.messages ?? []).map((one) => [one.eventName, known(paths, one, one.key)] as const),
    ]),
  };
}

function known(paths: ReadonlyMap<object, string>, thing: object, name: string): string {
  const path = paths.get(thing);
  if (path === undefined) throw new Error(`${name} has no page`);
  return path;
}

/** Titles are for people; one that several schemas have says too little. */
function titlesOf(named: readonly NamedSchema[]): (schema: NamedSchema) => string {
  const counts = new Map<string, number>();
  for (const { schema } of named) {
    const { title } = schema.annotations;
    if (title !== null) counts.set(title, (counts.get(title) ?? 0) + 1);
  }
  return ({ name, schema: { annotations } }) => {
    const title = annotations.title?.trim() ?? "";
    return title !== "" && title.length <= 60 && counts.get(title) === 1 ? title : name;
  };
}

/** The forms of a schema in requests and in responses have its identity and a word. */
function baseIdentity(identity: string): string {
  return identity.replace(/(?: (?:Writable|Readable))+$/, "");
}

/** Tags in the order of the description, each below its parent; then tags that only operations have. */
function groupsOf({ http }: Api, names: Names, folder: string): TagGroup[] {
  if (http === null) return [];
  const grouped = new Map(http.operations.map((operation) => [operation, groupTagsOf(operation, { http })]));
  const used = new Set(
    [...grouped.values()].flatMap((tags): readonly (string | null)[] => (tags.length === 0 ? [null] : tags)),
  );
  const described = new Map(http.tags.map((tag) => [tag.name, tag]));
  const groups = http.tags.filter(isGroup).map(({ name }) => name);
  const order = [...groups, ...[...used].filter((tag) => tag !== null && !described.has(tag))];
  const isShown = (name: string | null): boolean =>
    used.has(name) || (described.get(name ?? "")?.description ?? null) !== null;
  const labelOf = (name: string | null, depth = 0): string => {
    if (name === null) return used.size === 1 ? "Operations" : "Other operations";
    const tag = described.get(name);
    const tagLabel = tag?.summary ?? displayNameOf(http, name) ?? name;
    const tagGroup = tagGroupOf(http, name);
    if (tagGroup !== null) return `${tagGroup} › ${tagLabel}`;
    return tag?.parent === null || tag === undefined || depth > 8
      ? tagLabel
      : `${labelOf(tag.parent, depth + 1)} › ${tagLabel}`;
  };
  return [...order, null].filter(isShown).map((tag) => ({
    tag,
    label: labelOf(tag),
    path: names.take(folder, tag ?? "other"),
    operations: [...grouped].flatMap(([operation, tags]) =>
      (tag === null ? tags.length === 0 : tags.includes(tag)) ? [operation] : [],
    ),
  }));
}

/** The tags of an operation that group it. */
function groupTagsOf({ tags }: Operation, { http }: Pick<Api, "http">): string[] {
  const others = new Set(http?.tags.filter((tag) => !isGroup(tag)).map(({ name }) => name));
  return tags.filter((name) => !others.has(name));
}

/** Paths that differ in more than case: file systems may not tell them apart. */
class Names {
  private readonly usedSlugs = new Set<string>();

  take(folder: string, name: string): string {
    const slug = slugOf(name).slice(0, 120);
    for (let count = 1; ; count += 1) {
      const path = `${folder}${slug}${count === 1 ? "" : `-${count}`}/`;
      if (this.usedSlugs.has(path)) continue;
      this.usedSlugs.add(path);
      return path;
    }
  }
}
