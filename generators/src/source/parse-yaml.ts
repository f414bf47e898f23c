// YAML 1.2 (with merge keys) -> a JSON value, through js-yaml.
// js-yaml 5: four to six times faster than `yaml` on a 2,900-file description, and its event stream carries
// the positions of the very same parse (see positions-yaml.ts).
import { constructFromEvents, EVENT_ID, type Event, SCALAR_STYLE, YAMLException } from "js-yaml";
import { emptyAdvice, emptyDetail, overLimit, type ParseResult, type SyntaxFault } from "./fault.ts";
import type { Limits } from "./limits.ts";
import { eventOptions, yamlPositions, yamlSchema } from "./positions-yaml.ts";
import { yamlEventsOf } from "./yaml-events.ts";

export function parseYaml(text: string, limits: Limits): ParseResult {
  let events: Event[];
  try {
    events = yamlEventsOf(text, eventOptions(limits.depth));
    const fault = streamFault(text, events, limits);
    return fault ?? { ok: true, value: constructFromEvents(events, { source: text, schema: yamlSchema })[0] };
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const duplicates = error.reason === "duplicated mapping key" ? yamlPositions(text).duplicates : [];
    if (duplicates.length > 0) return { ok: false, duplicates };
    const offset = Math.min(error.mark?.position ?? 0, text.length);
    return error.reason.startsWith("nesting exceeded")
      ? overLimit("depth", limits, offset)
      : fault(offset, reworded(error.reason));
  }
}

const separatorAdvice = "keep one document in a file: move the others to files of their own";
const numberAdvice = "remove the bound, or write the number; quote it if it is a string";

function fault(offset: number, detail: string, advice?: string): SyntaxFault {
  return { ok: false, offset, detail, advice };
}

function reworded(reason: string): string {
  if (reason === "null byte is not allowed in input") return "a null byte; is this a binary or a UTF-16 file?";
  return reason;
}

/** Rejects what YAML allows and a description cannot use: several documents, values that are not JSON, exploding aliases. */
function streamFault(text: string, events: readonly Event[], limits: Limits): SyntaxFault | null {
  if (events.length === 0) return fault(0, emptyDetail, emptyAdvice);
  const measure = new Measure(text, limits);
  for (const [index, event] of events.entries()) {
    if (event.type === EVENT_ID.DOCUMENT && index > 0) {
      return fault(separatorAfter(text, events.slice(0, index)), "a second document begins here", separatorAdvice);
    }
    if (event.type === EVENT_ID.SCALAR && event.style === SCALAR_STYLE.PLAIN && isDotNumber(text, event.valueStart)) {
      const written = text.slice(event.valueStart, event.valueEnd);
      if (/^[-+]?\.(inf|Inf|INF)$|^\.(nan|NaN|NAN)$/.test(written)) {
        return fault(event.valueStart, `JSON has no ${written}`, numberAdvice);
      }
    }
    const problem = measure.add(event);
    if (problem !== null) return problem;
  }
  return null;
}

function isDotNumber(text: string, at: number): boolean {
  return text[at] === "." || (text[at + 1] === "." && (text[at] === "-" || text[at] === "+"));
}

/** The offset of the `---` that ends the first document. */
function separatorAfter(text: string, first: readonly Event[]): number {
  const ends = first.map((event) =>
    "valueEnd" in event ? event.valueEnd : "anchorEnd" in event ? event.anchorEnd : 0,
  );
  const from = ends.reduce((a, b) => Math.max(a, b), 0);
  const separator = /^---/gm;
  separator.lastIndex = from;
  // The first document may start with a separator of its own.
  if (from === 0) separator.exec(text);
  return separator.exec(text)?.index ?? from;
}

/**
 * Counts the values that aliases expand to, and the depth: a few lines of aliases of aliases can be millions of values, or an
 * infinite one.
 */
class Measure {
  private readonly text: string;
  private readonly limits: Limits;
  private readonly open: { size: number; depth: number; readonly anchor: string | null }[] = [];
  private readonly anchors = new Map<string, { readonly size: number; readonly depth: number }>();
  private aliased = 0;

  constructor(text: string, limits: Limits) {
    this.text = text;
    this.limits = limits;
  }

  add(event: Event): SyntaxFault | null {
    switch (event.type) {
      case EVENT_ID.DOCUMENT:
        this.open.push({ size: 0, depth: 0, anchor: null });
        return null;
      case EVENT_ID.MAPPING:
      case EVENT_ID.SEQUENCE:
        this.open.push({ size: 1, depth: 1, anchor: this.anchorOf(event) });
        return null;
      case EVENT_ID.SCALAR: {
        const anchor = this.anchorOf(event);
        if (anchor !== null) this.anchors.set(anchor, { size: 1, depth: 0 });
        return this.grow(1, 0);
      }
      case EVENT_ID.ALIAS:
        return this.alias(event);
      case EVENT_ID.POP: {
        const closed = this.open.pop();
        if (closed === undefined) return null;
        if (closed.anchor !== null) this.anchors.set(closed.anchor, closed);
        return this.grow(closed.size, closed.depth);
      }
    }
  }

  private alias(event: { readonly anchorStart: number; readonly anchorEnd: number }): SyntaxFault | null {
    const at = event.anchorStart - 1;
    const name = this.text.slice(event.anchorStart, event.anchorEnd);
    if (this.open.some((frame) => frame.anchor === name)) {
      return fault(at, `the alias *${name} contains itself`, "use $ref for recursive data");
    }
    const target = this.anchors.get(name);
    // An undefined alias: constructing the value reports it.
    if (target === undefined) return null;
    this.aliased += target.size;
    if (this.aliased > this.limits.aliasedValues) return overLimit("aliasedValues", this.limits, at);
    if (this.open.length - 1 + target.depth > this.limits.depth) return overLimit("depth", this.limits, at);
    return this.grow(target.size, target.depth);
  }

  private grow(size: number, depth: number): null {
    const parent = this.open.at(-1);
    if (parent !== undefined) {
      parent.size += size;
      parent.depth = Math.max(parent.depth, depth + 1);
    }
    return null;
  }

  private anchorOf(event: { readonly anchorStart: number; readonly anchorEnd: number }): string | null {
    return event.anchorStart < 0 ? null : this.text.slice(event.anchorStart, event.anchorEnd);
  }
}
