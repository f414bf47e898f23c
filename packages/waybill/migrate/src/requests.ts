// The arguments of a call of other generated code -> the request and the options of ours, as text; or why there is none.
import { Node } from "ts-morph";
import { type Operation, type Parameter, resolvedSchema } from "waybill/plugin";
import { plain } from "./api.ts";
import type { Tool } from "./tools.ts";

export interface RequestText {
  /** `{ query: { limit: 20 } }`. */
  readonly request: string;
  /** `{ signal }`; `null` for none. */
  readonly options: string | null;
  /** hey-api's `throwOnError: true`. */
  readonly throws: boolean;
}

export type Converted =
  | { readonly ok: true; readonly value: RequestText }
  | { readonly ok: false; readonly reason: string };

export function requestOf(args: readonly Node[], operation: Operation, form: Tool["arguments"]): Converted {
  try {
    const draft = new Draft();
    readers[form](args, operation, draft);
    return { ok: true, value: draft.text() };
  } catch (error) {
    if (error instanceof Unclear) return { ok: false, reason: error.message };
    throw error;
  }
}

/** Ends the conversion of one call: the place is listed with its message. */
class Unclear extends Error {}

type Part = "path" | "query" | "headers" | "cookies";

const partOf: Readonly<Record<Parameter["in"], Part | null>> = {
  path: "path",
  query: "query",
  header: "headers",
  cookie: "cookies",
  querystring: null,
};

class Draft {
  readonly #members = new Map<string, string | Map<string, string>>();
  readonly #options = new Map<string, string>();
  readonly #init = new Map<string, string>();
  throws = false;

  /** A part, or the body, as one expression. */
  set(name: Part | "body", text: string): void {
    this.#members.set(name, text);
  }

  parameter(parameter: Parameter, text: string): void {
    const part = partOf[parameter.in];
    if (part === null) throw new Unclear(`the query string ${parameter.name} is one value`);
    const members = this.#members.get(part) ?? new Map<string, string>();
    if (typeof members === "string") throw new Unclear(`${part} is given twice`);
    this.#members.set(part, members.set(parameter.name, text));
  }

  /** Of a body that is an object. */
  member(name: string, text: string): void {
    const members = this.#members.get("body") ?? new Map<string, string>();
    if (typeof members !== "string") this.#members.set("body", members.set(name, text));
  }

  hasBody(): boolean {
    return this.#members.has("body");
  }

  option(name: string, text: string): void {
    if (["signal", "timeout", "headers"].includes(name)) this.#options.set(name, text);
    else if (fetchOptions.includes(name)) this.#init.set(name, text);
    else throw new Unclear(`the option ${name} of one call has no equal`);
  }

  text(): RequestText {
    const init = this.#init.size === 0 ? [] : [["init", objectText(this.#init)] as const];
    const options = new Map([...this.#options, ...init]);
    const members = [...this.#members].map(
      ([name, value]) => [name, typeof value === "string" ? value : objectText(value)] as const,
    );
    return {
      request: objectText(new Map(members)),
      options: options.size === 0 ? null : objectText(options),
      throws: this.throws,
    };
  }
}

const fetchOptions = [
  "cache",
  "credentials",
  "integrity",
  "keepalive",
  "mode",
  "next",
  "priority",
  "referrer",
  "referrerPolicy",
];

export function objectText(members: ReadonlyMap<string, string>): string {
  if (members.size === 0) return "{}";
  const texts = [...members].map(([name, text]) => {
    if (text === name) return name;
    return `${/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)}: ${text}`;
  });
  return `{ ${texts.join(", ")} }`;
}

type Reader = (args: readonly Node[], operation: Operation, draft: Draft) => void;

const readers: Readonly<Record<Tool["arguments"], Reader>> = {
  /** `GET("/orders", { params: { query }, body, signal })`: without the path here. */
  split: ([init], operation, draft) => {
    for (const [name, value] of membersOf(init)) {
      if (name === "body") draft.set("body", value.text);
      else if (name !== "params") draftOption(name, value, operation, draft);
      else for (const [part, one] of membersOf(value.node)) draft.set(partNamed(part), one.text);
    }
  },
  /** `listOrders({ query, headers, throwOnError: true })`. */
  parts: ([options], operation, draft) => {
    for (const [name, value] of membersOf(options)) {
      if (name === "path" || name === "query" || name === "body") draft.set(name, value.text);
      else if (name === "throwOnError" && value.text === "true") draft.throws = true;
      else if (name !== "throwOnError") draftOption(name, value, operation, draft);
    }
  },
  /** `listOrders({ limit: 20, newOrder })`: what is no parameter is the body, or a member of a form. */
  flat: ([parameters, init, other], operation, draft) => {
    if (other !== undefined) throw new Unclear("there are more than two arguments");
    for (const [name, value] of membersOf(parameters)) {
      const parameter = operation.parameters.find((one) => plain(one.name) === plain(name));
      if (parameter !== undefined) draft.parameter(parameter, value.text);
      else draftBody([name, value.text], operation, draft);
    }
    for (const [name, value] of membersOf(init)) draftOption(name, value, operation, draft);
  },
  /** `listOrders(20, "open", { signal })`: required ones first, members of a form one by one. */
  each: (args, operation, draft) => {
    const { parameters, requestBody } = operation;
    const kinds = parameters.map(({ required, at }) => `${required} ${at.parent?.parent?.parent?.key === "paths"}`);
    if (args.length > 1 && new Set(kinds).size > new Set(parameters.map(({ required }) => required)).size)
      throw new Unclear("the order of parameters of the path and of the operation depends on the generator's version");
    const slots = parameters.map((one) => ({
      required: one.required,
      take: (text: string) => draft.parameter(one, text),
    }));
    const form = formOf(operation)?.map(({ name, required }) => ({
      required,
      take: (text: string) => draft.member(name, text),
    }));
    draftSlots(args, [...slots, ...(form ?? bodySlots(requestBody, draft))], draft);
  },
  /** `createOrder(id, body, params, headers, { signal })`: path parameters one by one, in the order of the path. */
  grouped: (args, { parameters, requestBody, path }, draft) => {
    const inPath = path.segments.flatMap((segment) => (segment.kind === "parameter" ? [segment.name] : []));
    const pathSlots = inPath.flatMap((name) => {
      const parameter = parameters.find((one) => one.in === "path" && one.name === name);
      return parameter === undefined
        ? []
        : [{ required: true, take: (text: string) => draft.parameter(parameter, text) }];
    });
    const query = parameters.filter((one) => one.in === "query");
    const required = query.some((one) => one.required);
    const querySlots = query.length === 0 ? [] : [{ required, take: (text: string) => draft.set("query", text) }];
    draftSlots(args, [...pathSlots, ...bodySlots(requestBody, draft), ...querySlots], draft);
  },
};

interface Slot {
  readonly required: boolean;
  readonly take: (text: string) => void;
}

function bodySlots(body: Operation["requestBody"], draft: Draft): Slot[] {
  return body === null ? [] : [{ required: body.required, take: (text) => draft.set("body", text) }];
}

function draftSlots(args: readonly Node[], slots: readonly Slot[], draft: Draft): void {
  const ordered = [...slots.filter(({ required }) => required), ...slots.filter(({ required }) => !required)];
  for (const [index, argument] of args.entries()) {
    const slot = ordered[index];
    if (Node.isSpreadElement(argument)) throw new Unclear("an argument is a spread");
    if (argument.getText() === "undefined") continue;
    if (slot !== undefined) slot.take(argument.getText());
    else if (index > ordered.length) throw new Unclear("there are more arguments than parameters");
    else for (const [name, value] of membersOf(argument)) draft.option(name, value.text);
  }
}

function draftBody([name, text]: readonly [string, string], operation: Operation, draft: Draft): void {
  const form = formOf(operation);
  const member = form?.find((one) => plain(one.name) === plain(name));
  if (operation.requestBody === null || (form === null ? draft.hasBody() : member === undefined))
    throw new Unclear(`${name} is neither a parameter nor a body`);
  if (member === undefined) draft.set("body", text);
  else draft.member(member.name, text);
}

/** The members of a body that is a form; `null`: it is one value. */
function formOf({ requestBody }: Operation): readonly { readonly name: string; readonly required: boolean }[] | null {
  const [content] = requestBody?.content ?? [];
  if (content?.body !== "form" && content?.body !== "multipart") return null;
  const schema = resolvedSchema(content.schema);
  return schema.kind === "object" ? schema.properties : null;
}

/** Headers that the operation has are of the request, all others of the call. */
function draftOption(name: string, value: MemberText, { parameters }: Operation, draft: Draft): void {
  if (name !== "headers" || !Node.isObjectLiteralExpression(value.node)) {
    draft.option(name, value.text);
    return;
  }
  const others = new Map<string, string>();
  for (const [header, one] of membersOf(value.node)) {
    const parameter = parameters.find((two) => two.in === "header" && two.name.toLowerCase() === header.toLowerCase());
    if (parameter === undefined) others.set(header, one.text);
    else draft.parameter(parameter, one.text);
  }
  if (others.size > 0) draft.option("headers", objectText(others));
}

function partNamed(name: string): Part {
  const part = { path: "path", query: "query", header: "headers", cookie: "cookies" } as const;
  if (!(name === "path" || name === "query" || name === "header" || name === "cookie"))
    throw new Unclear(`params.${name} is no part`);
  return part[name];
}

export interface MemberText {
  readonly node: Node;
  readonly text: string;
}

/** None without a node; throws for what is no object literal of plain members. */
function membersOf(node: Node | undefined): [string, MemberText][] {
  if (node === undefined || node.getText() === "undefined") return [];
  if (!Node.isObjectLiteralExpression(node))
    throw new Unclear(`${node.getText()} is no object literal, so its members are not known`);
  return node.getProperties().map((property): [string, MemberText] => {
    if (Node.isShorthandPropertyAssignment(property))
      return [property.getName(), { node: property, text: property.getName() }];
    if (!Node.isPropertyAssignment(property) || Node.isComputedPropertyName(property.getNameNode()))
      throw new Unclear(`${property.getText()} is no plain member`);
    const value = property.getInitializerOrThrow();
    return [property.getName().replace(/^["']|["']$/g, ""), { node: value, text: value.getText() }];
  });
}

/** The same, and `null` for what throws. */
export function plainMembersOf(node: Node | undefined): [string, MemberText][] | null {
  try {
    return membersOf(node);
  } catch (error) {
    if (error instanceof Unclear) return null;
    throw error;
  }
}
