// YAML text -> the position of every key and value, from the events of the parser that read the value.
import {
  CORE_SCHEMA,
  constructFromEvents,
  EVENT_ID,
  type Event,
  getScalarValue,
  mergeTag,
  type ParserOptions,
  SCALAR_STYLE,
  type ScalarEvent,
  type Schema,
} from "js-yaml";
import type { Position, Span } from "./document.ts";
import type { DuplicateKey } from "./fault.ts";
import { yamlEventsOf } from "./yaml-events.ts";

/** How all YAML is read: YAML 1.2's core schema, and the merge key `<<`. */
export const yamlSchema: Schema = CORE_SCHEMA.withTags(mergeTag);

/** The parser counts the values inside the innermost collection as a level of their own. */
export function eventOptions(depth: number): ParserOptions {
  return { maxDepth: depth + 1 };
}

export interface YamlPositions {
  readonly root: Position;
  /** Where the last scalar or alias ends. */
  readonly end: number;
  /** Duplicate keys; a document that was read has none. */
  readonly duplicates: readonly DuplicateKey[];
}

/** Only for text that parses into events. */
export function yamlPositions(text: string): YamlPositions {
  const reader = new EventReader(text);
  return { root: reader.document(), end: reader.end, duplicates: reader.duplicates };
}

/** A position while its contents are still being read. */
interface OpenPosition extends Position {
  value: Span;
  readonly children: Map<string, Position>;
}

function positionAt(value: Span, key: Span | null = null): OpenPosition {
  return { key, value, children: new Map() };
}

class EventReader {
  readonly duplicates: DuplicateKey[] = [];
  private readonly text: string;
  private readonly events: readonly Event[];
  private readonly anchors = new Map<string, { readonly position: Position; readonly key: string }>();
  private next = 0;
  /** Where the last scalar or alias ended: an empty value is placed after it. */
  end = 0;

  constructor(text: string) {
    this.text = text;
    this.events = yamlEventsOf(text, eventOptions(Number.MAX_SAFE_INTEGER - 1));
  }

  document(): Position {
    this.next = 1;
    return this.value(null).position;
  }

  /** Reads one value; `key` is its text if it is a key itself. */
  private value(keySpan: Span | null): { position: Position; key: string } {
    const event = this.events[this.next++];
    switch (event?.type) {
      case EVENT_ID.SCALAR: {
        const span = this.spanOf(event) ?? keySpan ?? this.emptySpan();
        return this.anchored(event, { position: positionAt(span, keySpan), key: this.keyOf(event) });
      }
      case EVENT_ID.ALIAS: {
        const target = this.anchors.get(this.text.slice(event.anchorStart, event.anchorEnd));
        const span = { start: event.anchorStart - 1, end: event.anchorEnd };
        this.end = span.end;
        const children = target?.position.children ?? new Map();
        return { position: { key: keySpan, value: span, children }, key: target?.key ?? "" };
      }
      case EVENT_ID.SEQUENCE:
      case EVENT_ID.MAPPING: {
        const open = positionAt({ start: event.start, end: event.start }, keySpan);
        const position = event.type === EVENT_ID.MAPPING ? this.members(open) : this.elements(open);
        return this.anchored(event, { position, key: "" });
      }
      default:
        return { position: positionAt({ start: 0, end: 0 }), key: "" };
    }
  }

  private anchored<T extends { position: Position; key: string }>(
    event: { readonly anchorStart: number; readonly anchorEnd: number },
    read: T,
  ): T {
    if (event.anchorStart >= 0) this.anchors.set(this.text.slice(event.anchorStart, event.anchorEnd), read);
    return read;
  }

  private elements(position: OpenPosition): Position {
    for (let index = 0; this.isOpen(); index += 1) position.children.set(String(index), this.value(null).position);
    return this.closed(position);
  }

  private members(position: OpenPosition): Position {
    const merged: Position[] = [];
    while (this.isOpen()) {
      const isMerge = this.isMergeKey(this.events[this.next]);
      // Where an empty key is.
      const { position: name, key } = this.value({ start: this.end, end: this.end });
      const { position: value } = this.value(name.value);
      if (isMerge) {
        merged.push(...this.mergedBy(value));
        continue;
      }
      const before = position.children.get(key)?.key;
      if (before != null) this.duplicates.push({ key, first: before.start, again: name.value.start });
      position.children.set(key, value);
    }
    for (const { children } of merged) {
      for (const [key, child] of children) if (!position.children.has(key)) position.children.set(key, child);
    }
    return this.closed(position);
  }

  /** `<<: *base` merges the members of one mapping, `<<: [*a, *b]` those of several. */
  private mergedBy(value: Position): Position[] {
    const isList = value.children.size > 0 && [...value.children.values()].every((child) => child.key === null);
    return isList ? [...value.children.values()] : [value];
  }

  private isMergeKey(event: Event | undefined): boolean {
    return event?.type === EVENT_ID.SCALAR && event.style === SCALAR_STYLE.PLAIN && this.textOf(event) === "<<";
  }

  private isOpen(): boolean {
    const event = this.events[this.next];
    return event !== undefined && event.type !== EVENT_ID.POP;
  }

  private closed(position: OpenPosition): Position {
    this.next += 1;
    position.value = { start: position.value.start, end: Math.max(position.value.start, this.end) };
    return position;
  }

  /** The key of a scalar: `200` and `0xc8` are "200", `~` is "null". */
  private keyOf(event: ScalarEvent): string {
    const written = this.textOf(event);
    const isWord = /^(?!(?:null|true|false)$)[a-z_$/][^~]*$/i.test(written);
    const [document] = this.events;
    if (document === undefined || event.style !== SCALAR_STYLE.PLAIN || isWord) return written;
    const close = { type: EVENT_ID.POP } as const;
    return String(constructFromEvents([document, event, close], { source: this.text, schema: yamlSchema })[0]);
  }

  private textOf(event: ScalarEvent): string {
    return getScalarValue(this.text, event);
  }

  /** Includes the quotes of a quoted scalar and the `|` or `>` of a block scalar; `null` when there is no text at all. */
  private spanOf(event: ScalarEvent): Span | null {
    if (event.valueStart < 0) return null;
    this.end = event.valueEnd;
    switch (event.style) {
      case SCALAR_STYLE.SINGLE_QUOTED:
      case SCALAR_STYLE.DOUBLE_QUOTED:
        this.end += 1;
        return { start: event.valueStart - 1, end: this.end };
      case SCALAR_STYLE.LITERAL_BLOCK:
      case SCALAR_STYLE.FOLDED_BLOCK:
        return { start: this.headerBefore(event.valueStart), end: this.end };
      default:
        return { start: event.valueStart, end: this.end };
    }
  }

  /** The `|` or `>` on the line before the first line of a block scalar. */
  private headerBefore(contents: number): number {
    const header = this.text.slice(0, contents).trimEnd();
    const lineStart = Math.max(header.lastIndexOf("\n"), header.lastIndexOf("\r")) + 1;
    const indicator = header.slice(lineStart).search(/[|>][-+0-9]*(\s+#.*)?$/);
    return indicator === -1 ? contents : lineStart + indicator;
  }

  /** An empty element: its dash. */
  private emptySpan(): Span {
    const dash = this.text.indexOf("-", this.end);
    if (dash === -1) return { start: this.end, end: this.end };
    this.end = dash + 1;
    return { start: dash, end: dash + 1 };
  }
}
