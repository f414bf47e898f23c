// One description, or two, -> another one that is nearly a description: by changes to its text, or to its tree.
import { dump } from "js-yaml";
import type { Input } from "../../generators/test/hostile/reading-oracle.ts";
import type { Random } from "./random.ts";
import { keywords, pieces, values } from "./words.ts";

/** The pool of values from all parsed texts. */
export interface Stock {
  readonly fragments: readonly unknown[];
}

/** A seed with its value, when it has one. */
export interface Seed extends Input {
  readonly value: unknown;
}

export function mutated(seed: Seed, stock: Stock, random: Random): Input {
  if (seed.value === undefined || random.chance(0.3)) return { ...seed, text: textMutated(seed.text, random) };
  const value: unknown = structuredClone(seed.value);
  const changes = 1 + random.below(4);
  let root = value;
  for (let at = 0; at < changes; at += 1) root = treeMutated(root, stock, random);
  const format = random.chance(0.7) ? "json" : "yaml";
  const text = format === "json" ? JSON.stringify(root) : dump(root, { skipInvalid: true });
  return { kind: seed.kind, format, text: random.chance(0.05) ? textMutated(text, random) : text };
}

function textMutated(text: string, random: Random): string {
  let changed = text;
  const changes = 1 + random.below(3);
  for (let at = 0; at < changes; at += 1) changed = once(changed, random);
  return changed;
}

function once(text: string, random: Random): string {
  const [start, length] = [random.below(text.length + 1), 1 + random.below(random.chance(0.8) ? 8 : 200)];
  const [before, part, after] = [text.slice(0, start), text.slice(start, start + length), text.slice(start + length)];
  switch (random.below(7)) {
    case 0:
      return before + after;
    case 1:
      return before + random.one(pieces) + part + after;
    case 2:
      return before + random.one(pieces) + after;
    case 3:
      return before + part + part + after;
    case 4:
      return before + random.one(keywords) + after;
    case 5: {
      const place = random.below(after.length + 1);
      return before + after.slice(0, place) + part + after.slice(place);
    }
    default:
      return before + part.repeat(2 + random.below(30)) + after;
  }
}

/** A member of an object or an element of a list. */
interface Slot {
  readonly holder: Record<string, unknown> | unknown[];
  readonly key: string;
}

function treeMutated(root: unknown, { fragments }: Stock, random: Random): unknown {
  const slots = slotsOf(root);
  if (slots.length === 0) return random.one(values);
  const slot = random.one(slots);
  const other = random.one(slots);
  switch (random.below(8)) {
    case 0:
      remove(slot);
      break;
    case 1:
      set(slot, structuredClone(random.one(values)));
      break;
    case 2:
    case 3:
      set(slot, structuredClone(random.one(fragments)));
      break;
    case 4:
      set(slot, structuredClone(get(other)));
      break;
    case 5:
      rename(slot, random.one(keywords));
      break;
    case 6:
      add(slot, random.one(keywords), structuredClone(random.chance(0.5) ? random.one(values) : random.one(fragments)));
      break;
    default:
      // A reference to another place of the same document, which creates cycles.
      set(slot, { $ref: `#${pointerOf(random.one(slots), root)}` });
  }
  return root;
}

function slotsOf(root: unknown): Slot[] {
  const slots: Slot[] = [];
  const open: unknown[] = [root];
  for (let at = open.pop(); at !== undefined && slots.length < 3_000; at = open.pop()) {
    if (!isHolder(at)) continue;
    for (const [key, value] of Object.entries(at)) {
      slots.push({ holder: at, key });
      if (isHolder(value)) open.push(value);
    }
  }
  return slots;
}

function isHolder(value: unknown): value is Slot["holder"] {
  return typeof value === "object" && value !== null;
}

function get({ holder, key }: Slot): unknown {
  return Object.getOwnPropertyDescriptor(holder, key)?.value;
}

function set({ holder, key }: Slot, value: unknown): void {
  Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true });
}

function remove({ holder, key }: Slot): void {
  if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else delete holder[key];
}

function rename(slot: Slot, key: string): void {
  if (Array.isArray(slot.holder)) return;
  const value = get(slot);
  remove(slot);
  set({ holder: slot.holder, key }, value);
}

function add({ holder }: Slot, key: string, value: unknown): void {
  if (Array.isArray(holder)) holder.push(value);
  else set({ holder, key }, value);
}

function pointerOf(target: Slot, root: unknown): string {
  const open: { readonly value: unknown; readonly pointer: string }[] = [{ value: root, pointer: "" }];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (at.value === target.holder) return `${at.pointer}/${encodeURI(escaped(target.key))}`;
    if (!isHolder(at.value)) continue;
    for (const [key, value] of Object.entries(at.value)) {
      if (isHolder(value)) open.push({ value, pointer: `${at.pointer}/${encodeURI(escaped(key))}` });
    }
  }
  return "";
}

function escaped(token: string): string {
  return token.toWellFormed().replaceAll("~", "~0").replaceAll("/", "~1");
}
