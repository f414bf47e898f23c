// A response -> the requests that it leads to: by the description's links, and by ids of resources below the same path.
import type { Link, Operation, Schema } from "waybill/description";
import type { Description } from "../description/description.ts";
import { propertiesIn } from "../description/schema-parts.ts";
import { asObject } from "../values/json.ts";
import type { CallResult, Context } from "./context.ts";
import { plainName } from "./knowledge.ts";
import { idsIn } from "./records.ts";
import { type Followed, followLink, operationOf } from "./runtime-expression.ts";

export interface NamedLink {
  readonly name: string;
  readonly followed: Followed;
}

/** Where each operation leads, and from where; worked out once, since large descriptions have a thousand operations. */
export class LinkGraph {
  private readonly links = new Map<Operation, readonly Link[]>();
  private readonly producers = new Map<Operation, Operation[]>();

  constructor(description: Description) {
    for (const from of description.operations) {
      const declared = from.responses.flatMap(({ links }) => links);
      const implied = impliedLinks(description, from);
      this.links.set(from, implied);
      const targets = [...declared, ...implied].flatMap((link) => operationOf(description, link) ?? []);
      for (const to of new Set(targets)) if (to !== from) this.producersOf(to).push(from);
    }
    for (const found of this.producers.values()) {
      found.sort((a, b) => Number(a.method !== "post") - Number(b.method !== "post"));
    }
  }

  /** The operations whose links lead here: those that create first, those that list last. */
  producersOf(operation: Operation): Operation[] {
    const found = this.producers.get(operation) ?? [];
    this.producers.set(operation, found);
    return found;
  }

  impliedFrom(operation: Operation): readonly Link[] {
    return this.links.get(operation) ?? [];
  }
}

/** Every request that the links of a response lead to. */
export function linksOf(
  { description, links }: Pick<Context, "description" | "links">,
  result: CallResult,
): NamedLink[] {
  const declared = (result.verdict?.response ?? result.verdict?.readAs)?.links ?? [];
  return [...declared, ...links.impliedFrom(result.operation)].flatMap((link) => {
    const followed = followLink(description, link, result);
    return followed === null ? [] : [{ name: link.name, followed }];
  });
}

/** Whether what is asked for is named by the link: a list is the same wherever one comes from. */
export function isAboutOne({ parameters, body }: Followed): boolean {
  return Object.keys(parameters.path).length > 0 || body !== undefined;
}

/**
 * `POST /books` returns an `id`, and `/books/{id}` or `/books/{bookId}` takes one: that is a link even where none is declared. Only
 * names of ids count.
 */
function impliedLinks(description: Description, producer: Operation): Link[] {
  if (producer.method !== "post") return [];
  const base = producer.path.text.replace(/\/$/, "");
  const declared = new Set(
    producer.responses.flatMap(({ links }) => links.map((link) => operationOf(description, link))),
  );
  const parents = producer.path.segments.flatMap((part) => (part.kind === "parameter" ? [part.name] : []));
  return description.operations.flatMap((target): Link[] => {
    const rest = target.path.text.startsWith(`${base}/{`) ? target.path.text.slice(base.length) : "";
    const [, name, ...others] = /^\/\{([^}]+)\}(?:\/[^{}]*)?$/.exec(rest) ?? [];
    if (name === undefined || others.some((one) => one?.includes("{") === true) || declared.has(target)) return [];
    const pointer = pointerToId(producer, name);
    if (pointer === null) return [];
    const own = parents.map((parent): [string, string] => [`path.${parent}`, `$request.path.${parent}`]);
    return [
      {
        name: target.id,
        operationId: target.id,
        operationRef: null,
        parameters: { ...Object.fromEntries(own), [`path.${name}`]: `$response.body#${pointer}` },
        requestBody: undefined,
        description: null,
        at: target.at,
      },
    ];
  });
}

/** Where a creating response holds what a path parameter of this name asks for. */
function pointerToId(producer: Operation, parameter: string): string | null {
  const isId = /(^|[a-z_-])(id|uuid|guid)$/i.test(parameter);
  const places = successBodies(producer).flatMap((schema) => {
    const members = propertiesIn(schema);
    const inner = members.flatMap((member) =>
      /^(data|result|item|record)$/i.test(member.name)
        ? propertiesIn(member.schema).map(({ name }) => ({ name, pointer: `/${member.name}/${name}` }))
        : [],
    );
    return [...members.map(({ name }) => ({ name, pointer: `/${name}` })), ...inner];
  });
  const same = places.find(({ name }) => plainName(name) === plainName(parameter));
  return (same ?? (isId ? places.find(({ name }) => /^(id|uuid|guid)$/i.test(name)) : undefined))?.pointer ?? null;
}

function successBodies({ responses }: Operation): Schema[] {
  return responses
    .filter(({ status }) =>
      status.kind === "code" ? Math.floor(status.code / 100) === 2 : status.kind === "range" && status.first === 2,
    )
    .flatMap(({ content }) => content.filter(({ body }) => body === "json").map(({ schema }) => schema));
}

/** The ids that a creating response gives to what it made, as far as they are long enough to be unique. */
export function idsMadeBy({ json, operation, status }: CallResult): string[] {
  if (operation.method !== "post" || status < 200 || status >= 300) return [];
  const ids = idsIn(operation, asObject(json));
  return ids.filter((value) => typeof value === "string").filter(({ length }) => length >= 6);
}
