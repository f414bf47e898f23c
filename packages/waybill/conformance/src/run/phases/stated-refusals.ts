// What the description of an operation says of when it is rejected, in words -> whether it is: in a state that it names, or in all but those
// that it allows; once more than it may be repeated; and for what is empty.
import type { Json, Operation } from "waybill/description";
import { enumOf, propertiesIn, recordsOf, schemasAt } from "../../description/schema-parts.ts";
import { declares, isNamedIn, sentencesIn, spellingsOf, unsharedRefusalOf } from "../../description/stated.ts";
import { asObject, isList, type JsonObject } from "../../values/json.ts";
import { type CallResult, type Case, type Cases, type Context, caseOf, isAccepted, isRefused } from "../context.ts";
import { create, provide } from "../creating.ts";
import { bodyTypeOf, follow, inputsFor, namedBy } from "../inputs.ts";
import { ownerOfPath } from "../knowledge.ts";
import { membersOfBody, pathValues, type RequestValues } from "../request-values.ts";
import type { Phase } from "../run-report.ts";
import { withMembers } from "../variation.ts";

export function* statedRefusals(context: Context): Cases {
  for (const { operation } of context.accepted) {
    const stated = refusalsOf(context, operation);
    if (operation.method === "get" || stated.length === 0 || context.links.producersOf(operation).length === 0)
      continue;
    yield lateCase("life cycle", operation, "stated-conflict", () => tryInStates(context, operation, stated));
    if (operation.method === "post" && limitIn(operation, stated) !== null)
      yield lateCase("life cycle", operation, "stated-limit", () => tryAgain(context, operation, stated));
    if (stated.some((one) => /\bempty\b/i.test(one)))
      yield lateCase("life cycle", operation, "stated-empty", () => tryEmpty(context, operation, stated));
  }
}

/** A case that comes from another address, or after all others. */
export function lateCase(phase: Phase, operation: Operation, name: string, run: () => Promise<void>): Case {
  return caseOf(phase, operation, name, run, { elsewhere: "or last" });
}

const statuses = [403, 409, 422] as const;

/**
 * The clauses about its rejection of which each is one rule: those of such a response that is its own, and those of the operation that
 * exclude something.
 */
function refusalsOf({ description }: Context, operation: Operation): string[] {
  const { words } = operation;
  if (!statuses.some((one) => declares(operation, one))) return [];
  const excluding = /\b(4\d\d|refused|rejected|cannot|impossible|conflicts?|only)\b/i;
  const about = plainClausesIn(`${words.summary ?? ""}. ${words.description ?? ""}`);
  const all = [
    ...about.filter((one) => excluding.test(one) || allowingArticle.test(one)),
    ...plainClausesIn(unsharedRefusalOf(description.operations, operation, statuses)),
  ];
  const members = all.length === 0 ? new Set<string>() : memberNamesIn(description.operations);
  return all.filter((one) => isOneRule(one, members));
}

/** The names of the members of all that is sent and returned. */
function memberNamesIn(operations: readonly Operation[]): ReadonlySet<string> {
  const schemas = operations.flatMap((operation) => {
    const returned = operation.responses.flatMap(({ content }) => content.map(({ schema }) => schema));
    return [...returned, bodyTypeOf(operation)?.schema ?? []].flat();
  });
  return new Set(schemas.flatMap((one) => [one, ...recordsOf(one)].flatMap(propertiesIn)).map(({ name }) => name));
}

/**
 * Whether a clause has one condition and one refusal: not `otherwise 409`, which turns it around, no second status or refusal, and no
 * member that it depends on besides the state.
 */
function isOneRule(clause: string, members: ReadonlySet<string>): boolean {
  const quoted = [...clause.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);
  const others = quoted.filter((name) => members.has(name) && !isStateName.test(name));
  const [codes, refusals] = [/\b[45]\d\d\b/g, /\b(refused|rejected|cannot|impossible|conflicts?)\b/gi].map(
    (one) => clause.match(one)?.length ?? 0,
  );
  const isTurned = /\b(otherwise|else|in this order|the others|instead)\b/i.test(clause);
  return others.length === 0 && (codes ?? 0) <= 1 && (refusals ?? 0) <= 1 && !isTurned;
}

/** `On a closed order` allows nothing, unlike `Ships a paid order`. */
const prepositions = "(?:on|in|for|of|with|from|to|at|by|if|when|while|once|after|before|as|until|is) ";
const allowingArticle = new RegExp(`^(?!${prepositions})\\w+ (?:an?|the) `, "i");

/** With one spelling of what excludes something. A sentence with semicolons has several rules, unless they are in parentheses. */
function plainClausesIn(text: string): string[] {
  const plain = text
    .replace(/\b(can|could|may|must) ?(?:not|n't)\b/gi, "cannot")
    .replace(/\bnot (possible|allowed|permitted)\b/gi, "impossible")
    .replace(/\s+/g, " ");
  return sentencesIn(plain)
    .flatMap((one) => one.split(/;(?![^()]*\))| [\u2013\u2014-] /))
    .map((one) => one.trim())
    .filter((one) => one !== "");
}

interface RefusedStates {
  readonly states: readonly string[];
  /** Whether they are all but those that are allowed: then the clause may be about something else, unless a refusal was seen. */
  readonly isRest: boolean;
}

const none: RefusedStates = { states: [], isRest: false };

/** The states in which the operation is rejected: those that are named, or all but those that are allowed. */
function refusedStates(operation: Operation, clause: string, { all, noun }: States): RefusedStates {
  const named = all.filter((state) => isNamedIn(clause, state));
  const states = named.map(spellingsOf).join("|");
  const isAllowed = new RegExp(
    `^(?!${prepositions})\\w+ (?:an?|the) (?:${states})(?:(?:,| or|, or) (?:${states}))* ${noun}\\b`,
    "i",
  );
  if (named.length === 0 || /\b(becomes?|turns?|then|afterwards|at most|more than)\b/i.test(clause)) return none;
  // It depends on what else the request or the record has.
  if (unknownTermsIn(operation, clause, [...all, noun]) > 1) return none;
  if (/\b(removing|adding|setting|clearing|changing|naming|without|needs?|keeps?|requires?)\b/i.test(clause))
    return none;
  // Of a change, a sentence about something that one member does is not about the others.
  const isChange = operation.method === "patch" || operation.method === "put";
  const isOfChange = /\b(?:chang|updat|edit|modif|patch|replac|(?:on|for) )/i.test(clause);
  if (isChange && !isOfChange && !isOwnVerbIn(operation, clause)) return none;
  const isNegated = new RegExp(`\\bnot(?: \\w+)? (?:${states})\\b`, "i").test(clause);
  if (isAllowed.test(clause) || isNegated || /\b(only|unless|other than)\b/i.test(clause)) {
    const isClear = /\b4\d\d\b/.test(clause) || isOwnVerbIn(operation, clause);
    return { states: all.filter((state) => !named.includes(state)), isRest: !isClear };
  }
  const isRefusing = /\b(4\d\d|refused|rejected|cannot|impossible)\b/i.test(clause) || !allowingArticle.test(clause);
  return isRefusing ? { states: named, isRest: false } : none;
}

/** The words of rules that name no other condition. */
const termsOfRules = new Set(
  `a an the its their of on in for with to at by is are was be been can cannot could may must not no only any more longer and or but nor if when
  while once after before as soon until unless than other that this it they them already still again ever has have state states status error code
  response conflict conflicts refused rejected impossible allowed possible permitted change changed changes update updated edit edited modified`.split(
    /\s+/,
  ),
);

/** How many words of a clause are neither those of rules, names or codes, nor about the operation and the states: conditions have some. */
function unknownTermsIn(operation: Operation, clause: string, names: readonly string[]): number {
  const known = names.map((name) => new RegExp(`\\b${spellingsOf(name)}(s|es)?\\b`, "gi"));
  const unexplained = [/`[^`]*`/g, ...known].reduce((text, one) => text.replace(one, " "), clause);
  const stems = stemsOf(operation);
  const terms = unexplained.toLowerCase().match(/[a-z]{2,}/g) ?? [];
  return terms.filter((one) => !termsOfRules.has(one) && !stems.some((stem) => one.startsWith(stem))).length;
}

/** `Only open cards can be replaced`, of `replaceCard`. */
function isOwnVerbIn(operation: Operation, clause: string): boolean {
  const noun = ownerOfPath(operation.path.text);
  return stemsOf(operation).some((one) => !noun.startsWith(one) && new RegExp(`\\b${one}`, "i").test(clause));
}

/** The words of its id and of its path, without their endings. */
function stemsOf({ id, path }: Operation): string[] {
  const words = `${id} ${path.text.replace(/.*\//, "")}`.split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])/);
  return words.filter((one) => one.length > 2).map((one) => one.toLowerCase().replace(/(e|y|ing)$/, ""));
}

interface States {
  readonly all: readonly string[];
  /** What has them. */
  readonly noun: string;
}

async function tryInStates(context: Context, operation: Operation, stated: readonly string[]): Promise<void> {
  const { reader, first } = (await provideAndRead(context, operation)) ?? {};
  if (reader === undefined || first === undefined) return;
  const noun = ownerOfPath(reader.path.text);
  for (const [name, all] of statesIn(first, mostNamed)) {
    const rules = stated.map((clause) => ({ clause, ...refusedStates(operation, clause, { all, noun }) }));
    const refused = [...new Set(rules.flatMap(({ states }) => states))];
    if (refused.length === 0) continue;
    const ways = await waysTo(context, reader, { name, all, without: operation });
    const accepted = new Map<string, CallResult>();
    let isRefusalSeen = false;
    for (const state of refused) {
      const way = ways.get(state);
      const next = way === undefined ? null : await provide(context, operation);
      // Where a request names the state to come, it is rejected in some states for some of them.
      if (way === undefined || next === null || namesState(operation, next, all)) continue;
      for (const one of way) await move(context, one, next.parameters.path);
      const before = await read(context, reader, next.parameters.path);
      if (asObject(before.json)?.[name] !== state) continue;
      const result = await context.call(operation, next, context.credential(operation));
      if (isAccepted(result.status)) accepted.set(state, result);
      isRefusalSeen ||= isRefused(result.status);
    }
    for (const { clause, states, isRest } of rules)
      for (const [state, result] of states.length > 0 && (isRefusalSeen || !isRest) ? accepted : []) {
        if (!states.includes(state)) continue;
        const text = `is accepted where ${name} is ${state}, although its rejection is described as: ${clause}`;
        return context.fault("wrong-transition", result, text);
      }
    const open = refused.filter((state) => !ways.has(state));
    if (open.length === refused.length)
      context.leftOut.note(operation, "wrong-transition", `no action leads to the ${name} ${open.join(", ")}`);
  }
}

/** So many actions one after the other. */
const longestWay = 3;

/** An action, or a request with the state to come. */
interface Move {
  readonly operation: Operation;
  readonly members: JsonObject;
}

/** The actions that lead to each state of something new, as far as they are accepted there. */
async function waysTo(
  context: Context,
  reader: Operation,
  { name, all, without }: { readonly name: string; readonly all: readonly string[]; readonly without: Operation },
): Promise<ReadonlyMap<Json, readonly Move[]>> {
  const moves = context.description.operations
    .filter((one) => one !== without && readerAbove(context, one) === reader)
    .flatMap((one) => movesBy(one, all));
  const [producer] = context.links.producersOf(reader);
  const ways = new Map<Json, readonly Move[]>();
  const tried: (readonly Move[])[] = [[]];
  for (const way of tried) {
    const made = producer === undefined ? null : await create(context, producer);
    const path = made === null ? null : (follow(context, made, reader)?.values.parameters.path ?? null);
    if (path === null) return ways;
    let isWay = true;
    for (const one of way) isWay &&= isAccepted((await move(context, one, path)).status);
    const state = isWay ? asObject((await read(context, reader, path)).json)?.[name] : undefined;
    if (state === undefined || ways.has(state)) continue;
    ways.set(state, way);
    if (way.length < longestWay) tried.push(...moves.map((one) => [...way, one]));
  }
  return ways;
}

function namesState(operation: Operation, values: RequestValues, all: readonly string[]): boolean {
  const sent = membersOfBody(values) ?? {};
  return movesBy(operation, all).some(({ members }) => Object.keys(members).some((name) => Object.hasOwn(sent, name)));
}

/** The action, or one for each state that a member of the body may name. */
function movesBy(operation: Operation, all: readonly string[]): Move[] {
  if (isAction(operation)) return [{ operation, members: {} }];
  const schema = operation.method === "get" ? undefined : bodyTypeOf(operation)?.schema;
  return (schema === undefined ? [] : propertiesIn(schema)).flatMap(({ name, schema: member }) => {
    const states = enumOf(member) ?? [];
    const isState = states.length > 1 && states.every((one) => all.includes(one));
    return isState ? states.map((state) => ({ operation, members: { [name]: state } })) : [];
  });
}

async function move(
  context: Context,
  { operation, members }: Move,
  path: Readonly<Record<string, Json>>,
): Promise<CallResult> {
  const required = inputsFor(context, operation, "required")?.values ?? pathValues({});
  const parameters = { ...required.parameters, path: { ...required.parameters.path, ...pickPath(path, operation) } };
  const body = { ...membersOfBody(required), ...members };
  const values = { ...required, parameters };
  return await context.call(operation, isAction(operation) ? values : withMembers(operation, values, body));
}

const counts = { once: 1, twice: 2, two: 2, three: 3, four: 4, five: 5 } as const;

/** How often it may be called for one thing; `null`: nothing is said of that. */
function limitIn(operation: Operation, stated: readonly string[]): number | null {
  for (const clause of stated) {
    const [, most = ""] =
      /\b(?:at most|more than) (once|twice|(?:two|three|four|five|[1-5])(?= times\b))/i.exec(clause) ?? [];
    if (most !== "") return Object.entries(counts).find(([word]) => word === most.toLowerCase())?.[1] ?? Number(most);
    if (/\b(second (one|time)|twice|only once)\b/i.test(clause)) return 1;
    // `Already closed` is about an earlier request of another operation, unless it is what this one does or makes.
    const isOwn = isOwnVerbIn(operation, clause) || isNamedIn(clause, ownerOfPath(operation.path.text));
    if (isOwn && /\b(again|already|one \w+ per)\b/i.test(clause)) return 1;
  }
  return null;
}

async function tryAgain(context: Context, operation: Operation, stated: readonly string[]): Promise<void> {
  const { values, reader, first } = (await provideAndRead(context, operation)) ?? {};
  if (values === undefined || reader === undefined || !operation.path.text.includes("{")) return;
  // `A closed one cannot be opened again` depends on the state.
  const states = first === undefined ? [] : statesIn(first, mostNamed).flatMap(([, all]) => all);
  const limits = stated.filter((one) => !states.some((state) => isNamedIn(one, state)));
  const most = limitIn(operation, limits);
  for (let times = 0; most !== null && times <= most; times += 1) {
    const result = await context.call(operation, values);
    if (!isAccepted(result.status)) return;
    if (times < most) continue;
    const why = limits.find((one) => limitIn(operation, [one]) !== null) ?? "";
    const text = `is accepted ${most + 1} times for the same, although its rejection is described as: ${why}`;
    context.fault("wrong-transition", result, text);
  }
}

/** Of something new that has an empty list, and nothing is done before. */
async function tryEmpty(context: Context, operation: Operation, stated: readonly string[]): Promise<void> {
  const about = await provideAndRead(context, operation);
  if (about === null) return;
  const { values, reader, first } = about;
  const record = asObject(first.json);
  const isEmpty = Object.values(record ?? {}).some((one) => isList(one) && one.length === 0);
  const why = stated.find((one) => /\bempty\b/i.test(one)) ?? "";
  if (!isEmpty || !isNamedIn(why, ownerOfPath(reader.path.text))) return;
  const result = await context.call(operation, values, context.credential(operation));
  if (!isAccepted(result.status)) return;
  context.fault("wrong-transition", result, `is accepted for what is empty, although it is described as: ${why}`);
}

/** Values for something new that an operation is about, and what is read of it. */
async function provideAndRead(
  context: Context,
  operation: Operation,
): Promise<{ readonly values: RequestValues; readonly reader: Operation; readonly first: CallResult } | null> {
  const values = await provide(context, operation);
  const reader = readerAbove(context, operation);
  if (values === null || reader === undefined) return null;
  return { values, reader, first: await read(context, reader, values.parameters.path) };
}

/** What reads the thing that an operation is done with. */
export function readerAbove({ description }: Context, operation: Operation): Operation | undefined {
  const [reader] = description.operations
    .filter(
      ({ method, path: { text } }) =>
        method === "get" && text.endsWith("}") && `${operation.path.text}/`.startsWith(`${text}/`),
    )
    .sort((one, other) => other.path.text.length - one.path.text.length);
  return reader;
}

export interface ReadingRequest {
  readonly operation: Operation;
  readonly values: RequestValues;
}

/** What reads the things that a request names, other than the one at its address: those above it, and those that an id in its path or body names. */
export function readersOf(context: Context, operation: Operation, values: RequestValues): ReadingRequest[] {
  const { path } = values.parameters;
  const above = readerAbove(context, operation);
  const isElsewhere = above !== undefined && above.path.text !== operation.path.text;
  const first = isElsewhere ? [{ operation: above, values: pathValues(pickPath(path, above)) }] : [];
  const named = Object.entries({ ...path, ...membersOfBody(values) }).flatMap(([name, id]): ReadingRequest[] => {
    const { reader } = namedBy(context, operation, name) ?? {};
    const [parameter] = reader?.parameters.filter((one) => one.in === "path") ?? [];
    if (reader === undefined || parameter === undefined || reader === above) return [];
    return reader.path.text === operation.path.text
      ? []
      : [{ operation: reader, values: pathValues({ [parameter.name]: id }) }];
  });
  return [...first, ...named];
}

function read(context: Context, reader: Operation, path: Readonly<Record<string, Json>>): Promise<CallResult> {
  return context.call(reader, pathValues(pickPath(path, reader)));
}

function pickPath(path: Readonly<Record<string, Json>>, { path: { text } }: Operation): Record<string, Json> {
  return Object.fromEntries(Object.entries(path).filter(([name]) => text.includes(`{${name}}`)));
}

export function isAction(operation: Operation): boolean {
  const { method, path } = operation;
  return method === "post" && path.text.includes("}/") && !path.text.endsWith("}") && bodyTypeOf(operation) === null;
}

/** Where states are named, there may be so many of them. */
export const mostNamed = 12;

const isStateName = /^(state|status)$|[a-z_](State|Status|state|status)$/;

/** The members of a record whose values are listed: its states, if there are so few of them. */
export function statesIn({ verdict, json }: CallResult, most: number): [string, readonly string[]][] {
  const schema = verdict?.mediaType?.schema;
  return Object.keys(asObject(json) ?? {}).flatMap((name): [string, readonly string[]][] => {
    const all = schema === undefined ? [] : schemasAt(schema, [name]).flatMap((one) => enumOf(one) ?? []);
    return isStateName.test(name) && all.length > 1 && all.length <= most ? [[name, all]] : [];
  });
}
