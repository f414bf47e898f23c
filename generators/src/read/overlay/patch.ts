// A document -> the same with values merged, added and removed, and where each of its values is written: in its own file or in an
// overlay. What was read is never changed; a container is copied before the first change to it.
import { memberOf } from "../../model/fields.ts";
import type { SourceDocument, WrittenValue } from "../../source/index.ts";

/** Keys and indexes from the root down. */
export type Tokens = readonly string[];

/** A value to put into a document, with where it is written. */
export interface Incoming {
  readonly value: unknown;
  readonly trace: Trace;
}

/** Where a value is written. What is inside it is below the same place, except for `members`. */
interface Trace {
  readonly at: WrittenValue;
  members: Map<string, Trace> | null;
}

/** Two values that cannot be merged. */
export interface Mismatch {
  readonly incoming: Incoming;
  readonly target: Incoming;
}

type Container = object;

export class Patch {
  private readonly original: SourceDocument;
  /** The value of the document, as the only member of a container: it can be replaced like any other. */
  private readonly holder: Container;
  private readonly holderTrace: Trace;
  private readonly copied = new WeakSet<Container>();
  private isChanged = false;

  constructor(document: SourceDocument) {
    this.original = document;
    this.holder = { "": document.value };
    this.copied.add(this.holder);
    this.holderTrace = {
      at: { document, tokens: [] },
      members: new Map([["", { at: { document, tokens: [] }, members: null }]]),
    };
  }

  get value(): unknown {
    return memberOf(this.holder, "");
  }

  /** The patched document; the one that was read when nothing was changed. */
  document(): SourceDocument {
    if (!this.isChanged) return this.original;
    const { ends: _, ...document } = this.original;
    return { ...document, value: this.value, written: (tokens) => this.written(tokens) };
  }

  valueAt(tokens: Tokens): unknown {
    return tokens.reduce(memberOf, this.value);
  }

  /** What is at a place, to be put somewhere else. */
  at(tokens: Tokens): Incoming {
    return { value: this.valueAt(tokens), trace: cloned(tokens.reduce(childOf, childOf(this.holderTrace, ""))) };
  }

  /** Merges into the value at a place; an array that is not given one gets one more element. */
  update(tokens: Tokens, incoming: Incoming): Mismatch | null {
    const { holder, key, trace } = this.slot(tokens);
    const target = memberOf(holder, key);
    if (!Array.isArray(target) || Array.isArray(incoming.value)) return this.merge(holder, { key, trace }, incoming);
    this.append(this.copyOf(holder, key), childOf(trace, key), [incoming]);
    return null;
  }

  /** Removes the value at a place, which is not the root. */
  remove(tokens: Tokens): void {
    const { holder, key, trace } = this.slot(tokens);
    this.isChanged = true;
    if (!Array.isArray(holder)) {
      Reflect.deleteProperty(holder, key);
      trace.members?.delete(key);
      return;
    }
    const traces = holder.map((_, index) => childOf(trace, String(index)));
    holder.splice(Number(key), 1);
    traces.splice(Number(key), 1);
    trace.members = new Map(traces.map((each, index) => [String(index), each]));
  }

  private merge(holder: Container, { key, trace }: { key: string; trace: Trace }, incoming: Incoming): Mismatch | null {
    const target = memberOf(holder, key);
    const { value } = incoming;
    if (Array.isArray(target) && Array.isArray(value)) {
      this.append(this.copyOf(holder, key), childOf(trace, key), membersOf(incoming));
      return null;
    }
    if (isObject(target) && isObject(value))
      return this.mergeMembers(this.copyOf(holder, key), childOf(trace, key), incoming);
    if (isContainer(target) || isContainer(value))
      return { incoming, target: { value: target, trace: childOf(trace, key) } };
    this.put(holder, { key, trace }, incoming);
    return null;
  }

  private mergeMembers(target: Container, trace: Trace, incoming: Incoming): Mismatch | null {
    for (const member of membersOf(incoming)) {
      if (!Object.hasOwn(target, member.key)) this.put(target, { key: member.key, trace }, member);
      else {
        const mismatch = this.merge(target, { key: member.key, trace }, member);
        if (mismatch !== null) return mismatch;
      }
    }
    return null;
  }

  private append(list: Container, trace: Trace, incoming: readonly Incoming[]): void {
    for (const one of incoming) this.put(list, { key: String(lengthOf(list)), trace }, one);
  }

  private put(holder: Container, { key, trace }: { key: string; trace: Trace }, incoming: Incoming): void {
    this.isChanged = true;
    // Assigning would set the prototype for the key `__proto__`.
    const how = { value: incoming.value, writable: true, enumerable: true, configurable: true };
    Reflect.defineProperty(holder, key, how);
    trace.members ??= new Map();
    // One update may go to several places, each of which is changed on its own later.
    trace.members.set(key, cloned(incoming.trace));
  }

  /** The container of a place, ready to be changed. */
  private slot(tokens: Tokens): { holder: Container; key: string; trace: Trace } {
    let holder = this.holder;
    let trace = this.holderTrace;
    let key = "";
    for (const token of tokens) {
      holder = this.copyOf(holder, key);
      trace = childOf(trace, key);
      key = token;
    }
    return { holder, key, trace };
  }

  /** The container at a key, copied unless this patch made it: aliases share containers, and so do documents and caches. */
  private copyOf(holder: Container, key: string): Container {
    const value = memberOf(holder, key);
    if (!isContainer(value) || this.copied.has(value)) return isContainer(value) ? value : {};
    const copy: Container = Array.isArray(value) ? [...value] : { ...value };
    this.copied.add(copy);
    Reflect.defineProperty(holder, key, { value: copy, writable: true, enumerable: true, configurable: true });
    return copy;
  }

  private written(tokens: Tokens): WrittenValue {
    let trace = childOf(this.holderTrace, "");
    for (const [index, token] of tokens.entries()) {
      const child = trace.members?.get(token);
      if (child === undefined)
        return { document: trace.at.document, tokens: [...trace.at.tokens, ...tokens.slice(index)] };
      trace = child;
    }
    return trace.at;
  }
}

/** A value as written in a document. */
export function writtenIn(document: SourceDocument, tokens: Tokens, value: unknown): Incoming {
  return { value, trace: { at: { document, tokens }, members: null } };
}

function membersOf({ value, trace }: Incoming): (Incoming & { readonly key: string })[] {
  if (!isContainer(value)) return [];
  return Object.entries(value).map(([key, member]: [string, unknown]) => ({
    key,
    value: member,
    trace: childOf(trace, key),
  }));
}

function childOf(trace: Trace, key: string): Trace {
  const known = trace.members?.get(key);
  if (known !== undefined) return known;
  const { document, tokens } = trace.at;
  const child = { at: { document, tokens: [...tokens, key] }, members: null };
  trace.members ??= new Map();
  trace.members.set(key, child);
  return child;
}

function cloned({ at, members }: Trace): Trace {
  return { at, members: members === null ? null : new Map([...members].map(([key, one]) => [key, cloned(one)])) };
}

function isContainer(value: unknown): value is Container {
  return typeof value === "object" && value !== null;
}

function isObject(value: unknown): value is Container {
  return isContainer(value) && !Array.isArray(value);
}

function lengthOf(list: Container): number {
  return Array.isArray(list) ? list.length : 0;
}
