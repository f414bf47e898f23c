// A template -> every payload in every slot: what is refused, what is generated, and what is wrong with it.
import type { ts } from "ts-morph";
import type { Emission } from "../../src/emit/index.ts";
import type { Api } from "../../src/model/api.ts";
import { everyOperationOf } from "../../src/model/http.ts";
import type { RenderedFile } from "../../src/run/target-files.ts";
import { guardNamesOf } from "../../src/targets/zod/guards/guard-names.ts";
import { type Generated, generateText, type Kind, type Problem } from "./generation.ts";
import type { Payload } from "./payloads.ts";
import { differencesOf, parse, type Renaming } from "./proof.ts";
import { type Filled, fill, slotsOf, type Template } from "./template.ts";

export interface Assault {
  /** `slot: payload` for each that was put there. */
  readonly tried: ReadonlySet<string>;
  /** What was generated in each round. */
  readonly outputs: readonly (readonly RenderedFile[])[];
  readonly refusals: readonly Refusal[];
  /** Problems away from any hostile text, and differences from the harmless output. */
  readonly failures: readonly string[];
}

export interface Refusal {
  readonly slot: string;
  readonly payload: string;
  readonly problem: Problem;
  /** Nothing else at that place can be to blame. */
  readonly isCertain: boolean;
}

/**
 * In each round every slot holds another payload; after as many rounds as there are payloads, each has held each. `every`: one of
 * so many rounds is played.
 */
export async function assault(
  kind: Kind,
  template: Template,
  payloads: readonly Payload[],
  { emission = "ts", every = 1 }: { readonly emission?: Emission; readonly every?: number } = {},
): Promise<Assault> {
  const target = new Target(kind, template, emission);
  const harmless = await target.harmless(new Map());
  const outputs: (readonly RenderedFile[])[] = [];
  const refusals: Refusal[] = [];
  const failures: string[] = [];
  const strike = async (texts: Texts): Promise<Attack> => {
    const result = await target.attack(texts);
    const { api, files, problems } = result;
    failures.push(...problems);
    if (api === null) return result;
    const baseline = [...texts.values()].some(isInherited) ? await target.harmless(texts) : harmless;
    failures.push(...baseline.differencesFrom(files, target.renaming(texts, baseline.api, api)));
    return result;
  };
  const tried = new Set<string>();
  for (let round = 0; round < payloads.length; round += every) {
    const texts = target.slots.map((slot, at) => [slot, payloads[(at + round) % payloads.length]] as const);
    for (const [slot, payload] of texts) tried.add(`${slot}: ${payload?.name}`);
    const { files, refused } = await strike(new Map(texts));
    outputs.push(files);
    for (const refusal of refused) {
      // Another text may have been to blame: alone, this one is refused again or goes through.
      const payload = payloads.find(({ name }) => name === refusal.payload);
      const alone = new Map([[refusal.slot, payload]]);
      refusals.push(...(refusal.isCertain ? [refusal] : (await strike(alone)).refused));
    }
  }
  return { tried, outputs, refusals, failures };
}

type Texts = Map<string, Payload | undefined>;

interface Attack {
  readonly api: Api | null;
  readonly files: readonly RenderedFile[];
  readonly refused: readonly Refusal[];
  readonly problems: readonly string[];
}

class Target {
  readonly slots: readonly string[];
  private readonly kind: Kind;
  private readonly template: Template;
  private readonly emission: Emission;
  /** `harmlessaa`, `harmlessab`, …: words that occur nowhere else. */
  private readonly words: ReadonlyMap<string, string>;

  constructor(kind: Kind, template: Template, emission: Emission) {
    this.kind = kind;
    this.template = template;
    this.emission = emission;
    this.slots = slotsOf(template);
    this.words = new Map(this.slots.map((slot, at) => [slot, wordAt(at)]));
  }

  /** Generates; where a slot's text is refused, it is taken out of `texts`, until nothing is refused any more. */
  async attack(texts: Texts): Promise<Attack> {
    const refused: Refusal[] = [];
    for (;;) {
      const filled = this.fill((slot) => texts.get(slot)?.text);
      const result = await generateText(this.kind, filled.text, undefined, this.emission);
      if (result.api !== null) return { ...result, refused, problems: [] };
      const blamed = result.problems.map((problem) => ({ problem, ...blameFor(problem, filled, texts) }));
      const elsewhere = blamed
        .filter(({ slots }) => slots.length === 0)
        .map(({ problem }) => `elsewhere: ${problem.text}`);
      if (elsewhere.length > 0) return { api: null, files: [], refused, problems: elsewhere };
      for (const { problem, slots, isCertain } of blamed) {
        const [slot = ""] = slots;
        const payload = texts.get(slot);
        if (payload === undefined) continue;
        refused.push({ slot, payload: payload.name, problem, isCertain });
        texts.delete(slot);
      }
    }
  }

  /**
   * The same description with harmless words, one word where there is one text, since what is alike is written once; inherited
   * names, which are nothing but letters, stay.
   */
  async harmless(texts: Texts): Promise<Baseline> {
    const words = new Map<string, string>();
    const kept = (slot: string): string | undefined => {
      const payload = texts.get(slot);
      if (payload === undefined || isInherited(payload)) return payload?.text;
      const word = words.get(payload.text) ?? this.words.get(slot) ?? "";
      words.set(payload.text, word);
      return word;
    };
    const result = await generateText(this.kind, this.fill(kept).text, undefined, this.emission);
    if (result.api === null) throw new Error(result.problems.map(({ text }) => text).join("\n"));
    return new Baseline(result);
  }

  renaming(texts: Texts, from: Api, to: Api): Renaming {
    const byWord = new Map([...this.words].map(([slot, word]) => [word, texts.get(slot)?.text ?? word]));
    const ids = new Map(pairsOf(idsIn(from), idsIn(to)));
    const names = pairsOf(namesIn(from), namesIn(to)).sort(([a], [b]) => b.length - a.length);
    return {
      text: (harmless) =>
        ids.get(harmless) ?? harmless.replace(/harmless[a-z]{2}/g, (word) => byWord.get(word) ?? word),
      name: (harmless) => {
        const entry = names.find(([name]) => harmless.startsWith(name));
        return entry === undefined ? harmless : `${entry[1]}${harmless.slice(entry[0].length)}`;
      },
    };
  }

  private fill(textOf: (slot: string) => string | undefined): Filled {
    return fill(this.template, (slot) => textOf(slot) ?? this.words.get(slot) ?? "");
  }
}

class Baseline {
  readonly api: Api;
  private readonly files: readonly RenderedFile[];
  private readonly parsed = new Map<string, ts.SourceFile>();

  constructor({ api, files }: Generated) {
    this.api = api;
    this.files = files;
  }

  differencesFrom(others: readonly RenderedFile[], renaming: Renaming): string[] {
    const names = (files: readonly RenderedFile[]): string => files.map(({ path }) => path).join();
    if (names(this.files) !== names(others)) return [`instead of ${names(this.files)} there are ${names(others)}`];
    return this.files.flatMap(({ path, text }, at) => {
      const other = others[at]?.text ?? "";
      if (other === text) return [];
      const source = this.parsed.get(path) ?? parse(text);
      this.parsed.set(path, source);
      return differencesOf(source, other, renaming).map((difference) => `${path}: ${difference}`);
    });
  }
}

interface Blame {
  /** The likeliest first. */
  readonly slots: readonly string[];
  readonly isCertain: boolean;
}

/** The slots with a payload that the problem points at: at its place, the innermost around it, or those inside. */
function blameFor({ code, pointers }: Problem, { places }: Filled, texts: Texts): Blame {
  const hostile = places.filter(({ slot }) => texts.get(slot) !== undefined);
  const slotsWhere = (holds: (slot: string, place: string) => boolean): string[] => {
    const found = hostile.filter(({ pointer }) => pointers.some((place) => holds(pointer, place)));
    const sorted = found.sort((a, b) => b.pointer.length - a.pointer.length);
    return [...new Set(sorted.map(({ slot }) => slot))];
  };
  const there = slotsWhere((slot, place) => slot === place);
  const around = slotsWhere((slot, place) => place.startsWith(`${slot}/`));
  const inside = slotsWhere((slot, place) => slot.startsWith(`${place}/`));
  // A parameter that the path does not have: the path may be to blame.
  const isCertain = there.length === 1 && pointers.length === 1 && code !== "path-parameter-unused";
  return { slots: [...there, ...around, ...inside], isCertain };
}

function isInherited(payload: Payload | undefined): boolean {
  return payload !== undefined && payload.text in {};
}

function wordAt(index: number): string {
  return `harmless${String.fromCharCode(97 + Math.floor(index / 26), 97 + (index % 26))}`;
}

/** Every name that is decided for the description, in its order. */
function namesIn({ schemas, http, messaging }: Api): string[] {
  const operations = everyOperationOf(http);
  const guards = guardNamesOf(schemas, operations);
  return [
    ...schemas.map(({ name }) => name),
    ...schemas.map((schema) => guards.get(schema) ?? ""),
    ...operations.flatMap(({ name, typeName }) => [name, typeName]),
    ...(messaging?.messages ?? []).map(({ typeName }) => typeName),
  ];
}

/** What operations are called in the description; made from the path where it does not say. */
function idsIn({ http }: Api): string[] {
  return everyOperationOf(http).map(({ id }) => id);
}

function pairsOf(left: readonly string[], right: readonly string[]): [string, string][] {
  return left.map((name, at) => [name, right[at] ?? ""]);
}
