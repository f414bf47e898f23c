// An operation whose body names the state that something gets, `{ to: "paid" }` -> the moves that its description allows, in words or in a
// table: no other one is accepted, and what a request takes of listed records is there again after the move that gives it back.
import type { Json, Operation } from "waybill/description";
import { enumOf, propertiesIn } from "../../description/schema-parts.ts";
import { givesBack, isNamedIn, sentencesIn, spellingsOf, statedOf } from "../../description/stated.ts";
import { asObject, type JsonObject } from "../../values/json.ts";
import { changedNames } from "../comparison.ts";
import { type CallResult, type Cases, type Context, isAccepted } from "../context.ts";
import { create, createToday } from "../creating.ts";
import { bodyTypeOf, follow, inputsFor } from "../inputs.ts";
import { membersOfBody, type RequestValues } from "../request-values.ts";
import { withMembers } from "../variation.ts";
import { lateCase, type ReadingRequest, readerAbove, readersOf, statesIn } from "./stated-refusals.ts";

export function* moves(context: Context): Cases {
  for (const { operation } of context.accepted) {
    const reader = ["post", "put", "patch"].includes(operation.method) ? readerAbove(context, operation) : undefined;
    const first = reader === undefined ? undefined : context.baselines.get(reader);
    const move = first === undefined ? null : moveOf(operation, first);
    const [producer] = context.links.producersOf(operation);
    if (reader === undefined || move === null || producer?.method !== "post") continue;
    const about = { ...move, producer, reader };
    yield lateCase("life cycle", operation, "stated-moves", () => new Moves(context, about).run());
  }
}

/** The operation with the member of its body that names a state, and the member of the thing that has it. */
export interface Move {
  readonly operation: Operation;
  readonly member: string;
  readonly state: string;
  /** What the body may name, which may be fewer than there are. */
  readonly targets: readonly string[];
  readonly states: readonly string[];
}

const mostStates = 12;

/** `null`: the body names none of the states that the thing may have when it is read. */
export function moveOf(operation: Operation, thing: CallResult): Move | null {
  const schema = bodyTypeOf(operation)?.schema;
  for (const { name: member, schema: one } of schema === undefined ? [] : propertiesIn(schema)) {
    const targets = enumOf(one) ?? [];
    for (const [state, all] of statesIn(thing, mostStates))
      if (targets.length > 0 && targets.every((target) => all.includes(target)))
        return { operation, member, state, targets, states: all };
  }
  return null;
}

/** The request that moves the thing to a state; `null` when no valid one can be made. */
export function movedTo(
  context: Context,
  { operation, member }: Pick<Move, "operation" | "member">,
  { path, target }: { readonly path: RequestValues["parameters"]["path"]; readonly target: string },
): RequestValues | null {
  const usual = inputsFor(context, operation, "required")?.values ?? null;
  if (usual === null) return null;
  const values = { ...usual, parameters: { ...usual.parameters, path: { ...usual.parameters.path, ...path } } };
  return withMembers(operation, values, { ...membersOfBody(usual), [member]: target });
}

interface Workflow {
  /** The states that each state may become. */
  readonly allowed: ReadonlyMap<string, readonly string[]>;
  /** Whether the description has all of them. */
  readonly isComplete: boolean;
  /** States that nothing leads out of. */
  readonly final: readonly string[];
  /** Whether a move to the present state is rejected as well. */
  readonly isOther: boolean;
}

/** `open may become closed or paid`, a row `| open | closed, paid |`, and `closed and paid are final`. */
function workflowIn(text: string, states: readonly string[]): Workflow {
  const plain = text.replaceAll("`", "");
  const one = `(?:${states.map(spellingsOf).join("|")})`;
  const some = `${one}(?:(?:,| or| and|, or|, and|/) ${one})*`;
  const named = (part: string): string[] => states.filter((state) => isNamedIn(part, state));
  const sentence = new RegExp(
    `\\b(${one}) (?:may|can|could) (?:only )?(?:become|be|go to|move to|change to) (${some})\\b`,
    "gi",
  );
  const row = new RegExp(`^\\s*\\|\\s*(${one})\\s*\\|\\s*(${some})\\s*\\|\\s*$`, "gim");
  const pairs = [...plain.matchAll(sentence), ...plain.matchAll(row)];
  const ends = new RegExp(`\\b(${some}) (?:is|are) (?:both |all )?(?:a )?(?:final|terminal)\\b`, "gi");
  const isComplete =
    /\b(?:any|every|each|all)(?:thing)? (?:other|else)\b[^.]*\b(?:4\d\d|refused|rejected|invalid|conflict)/i.test(
      plain,
    );
  return {
    allowed: new Map(pairs.map(([, from = "", to = ""]) => [named(from)[0] ?? "", named(to)])),
    isComplete,
    final: [...plain.matchAll(ends)].flatMap(([, part = ""]) => named(part)),
    isOther: sentencesIn(plain).some(
      (one) =>
        /\b(?:present|same|current) (?:state|status)\b/i.test(one) && /\b(?:4\d\d|refused|rejected)\b/i.test(one),
    ),
  };
}

interface About extends Move {
  readonly producer: Operation;
  readonly reader: Operation;
}

/** So many moves one after the other. */
const longestWay = 3;

type Numbers = ReadonlyMap<string, JsonObject>;
type Maker = typeof create;

class Moves {
  private readonly context: Context;
  private readonly about: About;
  private readonly workflow: Workflow;
  private readonly stated: string;
  private named: ReadonlyMap<string, ReadingRequest> = new Map();
  /** The state of what is newly made. */
  private first: Json | null = null;

  constructor(context: Context, about: About) {
    this.context = context;
    this.about = about;
    this.stated = statedOf(about.operation);
    this.workflow = workflowIn(this.stated, about.states);
  }

  async run(): Promise<void> {
    const { about } = this;
    const tried: (readonly string[])[] = [[]];
    const seen = new Set<Json>();
    for (const way of tried) {
      const before = await this.numbersToGiveBack(way);
      const [path, reached] = (await this.reach(way, before, create)) ?? (await this.reachToday(way)) ?? [];
      if (path === undefined || reached === undefined) continue;
      this.first ??= reached;
      if (!seen.has(reached)) await this.tryOthers(String(reached), path);
      if (way.length < longestWay && !seen.has(reached)) tried.push(...about.targets.map((next) => [...way, next]));
      seen.add(reached);
    }
  }

  /** What is newly made, and the state that a way leads it to; `null` where it is no way. */
  private async reach(way: readonly string[], before: Numbers | null, made: Maker): Promise<[Path, Json] | null> {
    const created = await this.make(made);
    const path =
      created === null ? undefined : follow(this.context, created, this.about.operation)?.values.parameters.path;
    const reached = path === undefined ? null : await this.take(way, path, before);
    return path === undefined || reached === null ? null : [path, reached];
  }

  /** A move that the description allows may have to wait for its day. */
  private async reachToday(way: readonly string[]): Promise<[Path, Json] | null> {
    const { allowed } = this.workflow;
    const states = [String(this.first), ...way];
    const isAllowed = way.every((target, index) => allowed.get(states[index] ?? "")?.includes(target) === true);
    if (!isAllowed || way.length === 0) return null;
    return await this.reach(way, await this.numbersToGiveBack(way), createToday);
  }

  /** The state that a way leads to; `null` where it is no way. */
  private async take(way: readonly string[], path: Path, before: Numbers | null): Promise<Json | null> {
    const [last, ...earlier] = way.toReversed();
    for (const target of earlier.reverse()) if ((await this.move(path, target)) === null) return null;
    const between = before === null ? null : await this.numbers();
    const from = before === null ? null : await this.stateOf(path);
    const result = last === undefined ? null : await this.move(path, last);
    if (last !== undefined && result === null) return null;
    if (before !== null && between !== null && result !== null) await this.compare(result, { before, between, from });
    return await this.stateOf(path);
  }

  private async move(path: Path, target: string): Promise<CallResult | null> {
    const values = movedTo(this.context, this.about, { path, target });
    const result = values === null ? null : await this.context.call(this.about.operation, values);
    return result !== null && isAccepted(result.status) ? result : null;
  }

  private async stateOf(path: Path): Promise<Json | null> {
    const { reader, state } = this.about;
    const names = reader.path.segments.flatMap((part) => (part.kind === "parameter" ? [part.name] : []));
    const inPath = Object.fromEntries(Object.entries(path).filter(([name]) => names.includes(name)));
    const usual = inputsFor(this.context, reader, "required")?.values;
    if (usual === undefined) return null;
    const read = await this.context.call(reader, { ...usual, parameters: { ...usual.parameters, path: inPath } });
    return asObject(read.json)?.[state] ?? null;
  }

  /** What the description does not allow in this state. */
  private async tryOthers(from: string, path: Path): Promise<void> {
    const { allowed, isComplete, final, isOther } = this.workflow;
    const next = final.includes(from) ? [] : isComplete ? allowed.get(from) : undefined;
    const { targets, state, operation } = this.about;
    for (const target of next === undefined ? [] : targets) {
      if (next?.includes(target) === true || (target === from && !isOther)) continue;
      const result = await this.move(path, target);
      if (result === null) continue;
      const text = `moves the ${state} from ${from} to ${target}, which the description of ${operation.id} excludes`;
      return this.context.fault("wrong-transition", result, text);
    }
  }

  /** `Cancelling puts the quantities back into the stock`: of what such a move ends, the numbers of all lists as they are before. */
  private async numbersToGiveBack(way: readonly string[]): Promise<Numbers | null> {
    return this.sentencesOf(way.at(-1) ?? "").length === 0 ? null : await this.numbers();
  }

  private sentencesOf(state: string): string[] {
    const stem = state.replace(/(?:l?led|ed|d)$/i, "");
    return sentencesIn(this.stated).filter(
      (one) =>
        stem.length > 3 &&
        new RegExp(`\\b${stem}`, "i").test(one) &&
        givesBack.test(one) &&
        !/\b(?:cannot|not|never|unless|except)\b/i.test(one),
    );
  }

  /** Of all that the requests named that made the thing before. */
  private async numbers(): Promise<Numbers> {
    const known = new Map<string, JsonObject>();
    for (const [key, { operation, values }] of this.named) {
      const record = asObject((await this.context.call(operation, values)).json);
      if (record !== null) known.set(key, record);
    }
    return known;
  }

  private async make(made: Maker): Promise<CallResult | null> {
    const named = new Map<string, ReadingRequest>();
    const listener = ({ operation, values, status }: CallResult): void => {
      for (const one of isAccepted(status) && operation.method !== "get"
        ? readersOf(this.context, operation, values)
        : [])
        named.set(`${one.operation.id} ${JSON.stringify(one.values.parameters.path)}`, one);
    };
    this.context.listeners.push(listener);
    const created = await made(this.context, this.about.producer);
    this.context.listeners.splice(this.context.listeners.indexOf(listener), 1);
    this.named = named;
    return created;
  }

  private async compare(
    result: CallResult,
    { before, between, from }: { readonly before: Numbers; readonly between: Numbers; readonly from: Json | null },
  ): Promise<void> {
    const after = await this.numbers();
    const target = String(membersOfBody(result.values)?.[this.about.member]);
    // `Cancelling a pending order`: from that state only.
    const sentences = this.sentencesOf(target).filter((one) => {
      const named = this.about.states.filter((state) => state !== target && isNamedIn(one, state));
      return named.length === 0 || named.some((state) => state === from);
    });
    for (const [key, item] of before) {
      const [taken, now] = [between.get(key), after.get(key)];
      if (taken === undefined || now === undefined) continue;
      for (const name of changedNames(item, taken)) {
        const isStated = sentences.some((one) => isNamedIn(one, name));
        if (!isStated || typeof item[name] !== "number" || now[name] === item[name]) continue;
        const text = `to ${target} does not give back the ${name} that ${this.about.producer.id} takes`;
        return this.context.fault("wrong-state", result, text);
      }
    }
  }
}

type Path = RequestValues["parameters"]["path"];
