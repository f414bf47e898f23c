// A template -> every payload in every slot: what is refused, and what is wrong with what is not.
import type { RenderedFile } from "../../src/cli/render.ts";
import type { Api } from "../../src/model/api.ts";
import { type Generated, generateText, type Kind, type Problem } from "./generation.ts";
import { type Payload, payloads } from "./payloads.ts";
import { differencesOf, type Renaming } from "./proof.ts";
import { type Filled, fill, slotsOf, type Template } from "./template.ts";

export interface Assault {
  /** One for each round that was generated. */
  readonly outputs: readonly (readonly RenderedFile[])[];
  /** `slot: payload`, for every text that was refused. */
  readonly refused: readonly Refusal[];
  /** Problems of the proof, with the round they belong to. */
  readonly failures: readonly string[];
}

export interface Refusal {
  readonly slot: string;
  readonly payload: string;
  readonly code: string;
  readonly text: string;
}

/** In each round every slot holds another payload; after as many rounds as there are payloads, each has held each. */
export async function assault(kind: Kind, template: Template, only?: readonly string[]): Promise<Assault> {
  const slots = slotsOf(template);
  const outputs: (readonly RenderedFile[])[] = [];
  const refused: Refusal[] = [];
  const failures: string[] = [];
  for (const [round] of payloads.entries()) {
    const chosen = new Map(slots.map((slot, at) => [slot, payloads[(at + round) % payloads.length]] as const));
    for (const slot of only === undefined ? [] : slots.filter((name) => !only.includes(name))) chosen.delete(slot);
    const result = await attack(kind, template, slots, chosen);
    refused.push(...result.refused);
    failures.push(...result.failures.map((failure) => `round ${round}: ${failure}`));
    if (result.api === null) continue;
    outputs.push(result.files);
    const harmless = await peaceful(kind, template, slots, chosen);
    const renaming = renamingOf(slots, result.textOf, harmless.api, result.api);
    failures.push(...compareFiles(harmless.files, result.files, renaming).map((failure) => `round ${round}: ${failure}`));
  }
  return { outputs, refused, failures };
}

/**
 * The same description with harmless words. Members that every JavaScript object has of its own get code of their own,
 * so those names, which hold nothing but letters, stay.
 */
async function peaceful(
  kind: Kind,
  template: Template,
  slots: readonly string[],
  chosen: ReadonlyMap<string, Payload | undefined>,
): Promise<Generated> {
  const harmless = harmlessIn(slots);
  const textOf = (slot: string): string => {
    const text = chosen.get(slot)?.text ?? "";
    return text in {} ? text : harmless(slot);
  };
  const result = await generateText(kind, fill(template, textOf).text);
  if (result.api === null) throw new Error(result.problems.map(({ text }) => text).join("\n"));
  return result;
}

interface Attack {
  readonly api: Api | null;
  readonly files: readonly RenderedFile[];
  readonly refused: readonly Refusal[];
  readonly failures: readonly string[];
  readonly textOf: (slot: string) => string;
}

/** Generates; where a slot's text is refused, again with a harmless word there, until nothing is refused any more. */
async function attack(
  kind: Kind,
  template: Template,
  slots: readonly string[],
  chosen: Map<string, Payload | undefined>,
): Promise<Attack> {
  const harmless = harmlessIn(slots);
  const refused: Refusal[] = [];
  const textOf = (slot: string): string => chosen.get(slot)?.text ?? harmless(slot);
  for (;;) {
    const filled = fill(template, textOf);
    const result = await generateText(kind, filled.text);
    if (result.api !== null) return { ...result, refused, failures: [], textOf };
    const blamed = result.problems.map((problem) => ({ problem, slot: slotOf(problem, filled, chosen) }));
    const unplaced = blamed.filter(({ slot }) => slot === null).map(({ problem }) => `not at a hostile text: ${problem.text}`);
    if (unplaced.length > 0) return { api: null, files: [], refused, failures: unplaced, textOf };
    for (const { problem, slot } of blamed) {
      const payload = slot === null ? undefined : chosen.get(slot);
      if (slot === null || payload === undefined) continue;
      refused.push({ slot, payload: payload.name, code: problem.code, text: problem.text });
      chosen.delete(slot);
    }
  }
}

/** The slot with a payload that the problem points at: the innermost that holds the place, or one inside it. */
function slotOf({ pointers }: Problem, { places }: Filled, chosen: ReadonlyMap<string, Payload | undefined>): string | null {
  const hostile = places.filter(({ slot }) => chosen.get(slot) !== undefined);
  const around = hostile
    .filter(({ pointer }) => pointers.some((place) => place === pointer || place.startsWith(`${pointer}/`)))
    .sort((a, b) => b.pointer.length - a.pointer.length);
  const inside = hostile.filter(({ pointer }) => pointers.some((place) => pointer.startsWith(`${place}/`)));
  return (around[0] ?? inside[0])?.slot ?? null;
}

function compareFiles(harmless: readonly RenderedFile[], hostile: readonly RenderedFile[], renaming: Renaming): string[] {
  const names = (files: readonly RenderedFile[]): string => files.map(({ path }) => path).join();
  if (names(harmless) !== names(hostile)) return [`instead of ${names(harmless)} there are ${names(hostile)}`];
  return harmless.flatMap(({ path, text }, at) => {
    const other = hostile[at]?.text ?? "";
    return other === text ? [] : differencesOf(text, other, renaming).map((difference) => `${path}: ${difference}`);
  });
}

const word = /harmless[a-z]{2}/g;

/** `harmlessaa`, `harmlessab`, …: words that occur nowhere else. */
function harmlessIn(slots: readonly string[]): (slot: string) => string {
  const words = new Map(slots.map((slot, at) => [slot, wordAt(at)]));
  return (slot) => words.get(slot) ?? "";
}

function wordAt(index: number): string {
  return `harmless${String.fromCharCode(97 + Math.floor(index / 26), 97 + (index % 26))}`;
}

function renamingOf(slots: readonly string[], textOf: (slot: string) => string, from: Api, to: Api): Renaming {
  const texts = new Map(slots.map((slot, at) => [wordAt(at), textOf(slot)]));
  const after = namesIn(to);
  const names = namesIn(from)
    .map((name, at) => [name, after[at] ?? ""] as const)
    .sort(([a], [b]) => b.length - a.length);
  return {
    text: (harmless) => harmless.replace(word, (found) => texts.get(found) ?? found),
    name: (harmless) => {
      const entry = names.find(([name]) => harmless.startsWith(name));
      return entry === undefined ? harmless : `${entry[1]}${harmless.slice(entry[0].length)}`;
    },
  };
}

/** Every name the names pass has decided, in the order of the description. */
function namesIn({ schemas, http, messaging }: Api): string[] {
  return [
    ...schemas.map(({ name }) => name),
    ...(http?.operations ?? []).flatMap(({ name, typeName }) => [name, typeName]),
    ...(messaging?.messages ?? []).map(({ typeName }) => typeName),
  ];
}
