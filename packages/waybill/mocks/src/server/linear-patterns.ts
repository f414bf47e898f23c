// Generated code -> the same with patterns that backtrack run by the toolkit's matcher, in linear time: a request must not hold all others.
import { type Effort, growthOf, type Matcher, matcherOf } from "waybill/description";

/** Of all texts in one turn of the event loop: some tens of milliseconds. What takes more is let through. */
const steps = 300_000;

/** The patterns of a server, by the index that its code has in their place. */
export type LinearPatterns = RegExp[];

/** `patterns`: gets those that backtrack. `module`: what exports them to the code, as `linear`. */
export function withLinearPatterns(code: string, patterns: LinearPatterns, module: string): string {
  const before = patterns.length;
  const changed = code.replaceAll(written, (fullMatch, start: string, literal: string) => {
    const source = literal.startsWith("/") ? literal.slice(1, -2) : String(JSON.parse(literal.slice(11, -6)));
    if (growthOf(source) === "linear") return fullMatch;
    patterns.push(linearPattern(source));
    return `${start}linear[${patterns.length - 1}]`;
  });
  return patterns.length === before ? code : `import { linear } from ${JSON.stringify(module)};\n${changed}`;
}

/** `.regex(/a+/u)`, `isOrder_note_pattern = /a+/u;`, `patterns: [[/a+/u, …` */
const written = /(\.regex\(| = |\[\[|\), \[)(\/(?:[^/\\\n]|\\.)+\/u|new RegExp\("(?:[^"\\\n]|\\.)*", "u"\))(?=[),;])/g;

function linearPattern(source: string): RegExp {
  const matcher: Matcher = matcherOf(source);
  const test = (text: string): boolean => text.length > steps || (matcher.test(text, effortOfTurn()) ?? true);
  return Object.assign(new RegExp(source, "u"), { test });
}

let effort: Effort | null = null;

function effortOfTurn(): Effort {
  if (effort === null) setImmediate(() => (effort = null));
  effort ??= { left: steps };
  return effort;
}
