// stainless.yml, the configuration of an SDK that Stainless generated -> its client, and each method with the route that it calls.
import { readFileSync } from "node:fs";
import path from "node:path";
import { type Usable, type UsageProblem, unusable, usable } from "waybill/command";
import { defaultLimits, type Location, lineColumnOf, parseFile, type SourceDocument, spanOf } from "waybill/language";
import type { PublishedMethod, PublishedRoute, PublishedSdk } from "./published.ts";

/** `file`: as written on the command line, in `cwd`. */
export function readStainless(file: string, cwd: string): Usable<PublishedSdk> {
  const absolute = path.resolve(cwd, file);
  let text: string;
  try {
    text = readFileSync(absolute, "utf8");
  } catch {
    return unusable(
      `${file} cannot be read`,
      "--like names stainless.yml, api.md, or an installed package as npm:@acme/shop",
    );
  }
  const source = { path: absolute.replaceAll("\\", "/"), name: file, format: "yaml", text } as const;
  const parsed = parseFile({ ...source, limits: defaultLimits });
  const document: SourceDocument = { ...source, value: parsed.ok ? parsed.value : undefined };
  if (!parsed.ok && "duplicates" in parsed) {
    const [duplicate] = parsed.duplicates;
    return unusable(
      `${placeOf(document, duplicate?.again ?? 0)}: ${JSON.stringify(duplicate?.key)} is there twice`,
      null,
    );
  }
  if (!parsed.ok) return unusable(`${placeOf(document, parsed.offset)}: ${parsed.detail}`, parsed.advice ?? null);
  const root = { location: { document, parent: null, key: "" }, value: parsed.value };
  const resources = memberOf(root, "resources");
  if (!isObject(resources.value)) return unusable(`${placeAt(resources)}: there are no resources`, null);
  const problems: UsageProblem[] = [];
  const caseOf = casesIn(memberOf(root, "custom_casings").value);
  const methods = membersOf(resources).flatMap((resource) => {
    const { key } = resource.location;
    if (key === "$shared") return [];
    return methodsIn(resource, { prefix: key === "$client" ? "" : `${caseOf.camel(key)}.`, problems, caseOf });
  });
  if (problems.length > 0) return { ok: false, problems };
  const name = memberOf(memberOf(root, "organization"), "name").value;
  const options = memberOf(memberOf(root, "client_settings"), "opts");
  return usable({
    name: file,
    version: "",
    client: caseOf.pascal(typeof name === "string" ? name : "client"),
    variables: membersOf(options).flatMap(({ location: { key }, value }) => {
      const { read_env: variable, auth } = Object(value);
      const scheme: unknown = Object(auth).security_scheme;
      if (typeof variable !== "string") return [];
      return [{ option: caseOf.camel(key), variable, scheme: typeof scheme === "string" ? scheme : null }];
    }),
    methods,
  });
}

/** A value of the file. */
interface Written {
  readonly location: Location;
  readonly value: unknown;
}

interface Reading {
  /** `orders.refunds.`; empty for methods of the client. */
  readonly prefix: string;
  readonly problems: UsageProblem[];
  readonly caseOf: Cases;
}

function methodsIn(resource: Written, reading: Reading): PublishedMethod[] {
  const { prefix, problems, caseOf } = reading;
  if (!isObject(resource.value)) {
    problems.push({ message: `${placeAt(resource)}: a resource has methods and subresources`, hint: null });
    return [];
  }
  if (isSkipped(resource.value)) return [];
  const all = membersOf(memberOf(resource, "methods"));
  const methods = all.flatMap((method): PublishedMethod[] => {
    if (isSkipped(method.value)) return [];
    const { type, to } = Object(method.value);
    const target = type === "alias" ? all.find(({ location }) => location.key === to) : method;
    const name = `${prefix}${caseOf.camel(method.location.key)}`;
    if (type !== undefined && type !== "http" && type !== "alias") return [{ name, route: null }];
    const route = target === undefined ? null : routeOf(target.value);
    if (route !== null) return [{ name, route }];
    problems.push(
      target === undefined
        ? { message: `${placeAt(method)}: there is no method ${JSON.stringify(to)} beside it`, hint: null }
        : {
            message: `${placeAt(target)}: a method is a verb and a path`,
            hint: "get /orders/{id}, or that as endpoint",
          },
    );
    return [];
  });
  const subresources = membersOf(memberOf(resource, "subresources")).flatMap((inner) =>
    methodsIn(inner, { ...reading, prefix: `${prefix}${caseOf.camel(inner.location.key)}.` }),
  );
  return [...methods, ...subresources];
}

/** Left out of the SDK for TypeScript. */
function isSkipped(value: unknown): boolean {
  const { skip, only } = Object(value);
  const hasTypescript = (languages: unknown): boolean =>
    Array.isArray(languages) && languages.some((language) => language === "typescript" || language === "node");
  return skip === true || hasTypescript(skip) || (Array.isArray(only) && !hasTypescript(only));
}

/** `get /orders/{id}`, or `{ endpoint: get /orders/{id} }`: the last parameter of the path is an argument, unless others are listed. */
function routeOf(value: unknown): PublishedRoute | null {
  const settings = Object(value);
  const endpoint: unknown = typeof value === "string" ? value : settings.endpoint;
  const [, verb, written] = /^(get|post|put|patch|delete) +(\/\S*)$/i.exec(String(endpoint)) ?? [];
  if (verb === undefined || written === undefined) return null;
  const names = [...written.matchAll(/\{([^}]*)\}/g)].map(([, name = ""]) => name);
  const listed: unknown = settings.positional_params;
  const positional: readonly unknown[] = Array.isArray(listed) ? listed : names.slice(-1);
  return {
    method: verb.toUpperCase(),
    path: written.replace(/\{[^}]*\}/g, "{}").replace(/\?.*/, ""),
    arguments: names.map((name) => (positional.includes(name) ? positional.indexOf(name) : name)),
    hasParameters: null,
    bodyName: typeof settings.body_param_name === "string" ? settings.body_param_name : null,
    hasPages: settings.paginated === true || typeof settings.paginated === "string",
    isUnwrapped: typeof settings.unwrap_response === "string",
  };
}

interface Cases {
  camel(name: string): string;
  pascal(name: string): string;
}

/** Abbreviations that Stainless writes in capitals, unless they begin a name. */
const initialisms =
  "3ds ach acl ai api ats cpu crm db dns e2e eeoc gb gpu hd hris html http https id ip iso jsonl kb kyb kyc lfs mb mp3 mp4 nft saml sdk sku sms ss ssh sso url".split(
    " ",
  );

/** `custom`: the casings of the file, by their words: `{ initialism: true }`, or `{ pascal: OAuth }`. */
function casesIn(custom: unknown): Cases {
  const known = new Map(initialisms.map((word) => [word, word.toUpperCase()]));
  for (const [word, casing] of Object.entries(Object(custom))) {
    const { initialism, pascal } = Object(casing);
    if (typeof pascal === "string") known.set(word, pascal);
    else if (initialism === true) known.set(word, word.toUpperCase());
    else if (initialism === false) known.delete(word);
  }
  const capital = (word: string): string => {
    const plural = /s$/.test(word) ? known.get(word.slice(0, -1)) : undefined;
    return known.get(word) ?? (plural === undefined ? word.charAt(0).toUpperCase() + word.slice(1) : `${plural}s`);
  };
  const wordsOf = (name: string): string[] => name.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  return {
    camel: (name) => {
      // In capitals only as a constant: `ACME_KEY`.
      const [first = "", ...others] = wordsOf(/[a-z]/.test(name) ? name : name.toLowerCase());
      return [first, ...others.map(capital)].join("");
    },
    pascal: (name) => wordsOf(name).map(capital).join(""),
  };
}

function memberOf({ location, value }: Written, key: string): Written {
  const { document } = location;
  return { location: { document, parent: location, key }, value: isObject(value) ? value[key] : undefined };
}

function membersOf(written: Written): Written[] {
  return isObject(written.value) ? Object.keys(written.value).map((key) => memberOf(written, key)) : [];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function placeAt({ location }: Written): string {
  return placeOf(location.document, spanOf(location).start);
}

function placeOf(document: SourceDocument, offset: number): string {
  const { line, column } = lineColumnOf(document, offset);
  return `${document.name}:${line}:${column}`;
}
