// The parts of a YAML text -> where its values are: those in a part are found when the first of them is needed, once as long as its text stays
// the same.
import { type Position, yamlPositions } from "waybill/language";
import { type Excerpt, excerptOf } from "./excerpt.ts";
import { copied, type Part, type PartMap } from "./part.ts";

type Span = Position["value"];

/** The same as of the whole text, whose parts must all parse. */
export function positionsByParts(text: string, maps: readonly PartMap[]): Position {
  const rest = excerptOf(text, maps, new Set());
  let root: Position | null = null;
  const skeleton = (): Position => {
    root ??= restPosition({ text, maps, rest }, yamlPositions(rest.text).root, []);
    return root;
  };
  return {
    get key() {
      return skeleton().key;
    },
    get value() {
      return skeleton().value;
    },
    get children() {
      return skeleton().children;
    },
  };
}

interface Parts {
  readonly text: string;
  readonly maps: readonly PartMap[];
  /** The text without its parts. */
  readonly rest: Excerpt;
}

/** A value that is not in a part, but may have parts in it. */
function restPosition(parts: Parts, position: Position, tokens: readonly string[]): Position {
  const { maps, rest } = parts;
  const moved = ({ start, end }: Span): Span => ({
    start: rest.offsetOf(start),
    end: end > start ? rest.offsetOf(end - 1) + 1 : rest.offsetOf(end),
  });
  const inside = maps.filter((map) => tokens.every((token, index) => map.tokens[index] === token));
  const key = position.key === null ? null : moved(position.key);
  const map = inside.find((one) => one.tokens.length === tokens.length);
  if (map !== undefined) return mapPosition(parts, map, key);
  const value = moved(position.value);
  return {
    key,
    get value() {
      const ends = inside.flatMap(({ parts: [...all] }) => all.slice(-1)).map((part) => positionsOf(parts, part).end);
      return { start: value.start, end: Math.max(value.end, ...ends) };
    },
    children: new Map(
      [...position.children].map(([token, child]) => [token, restPosition(parts, child, [...tokens, token])]),
    ),
  };
}

function mapPosition(parts: Parts, map: PartMap, key: Span | null): Position {
  const children = new Map<string, Position>();
  for (const part of map.parts) children.set(part.tokens.at(-1) ?? "", partPosition(parts, part));
  const [first, last] = [map.parts[0], map.parts.at(-1)];
  return {
    key,
    get value() {
      return {
        start: first?.start ?? map.open,
        end: last === undefined ? map.open : positionsOf(parts, last).end,
      };
    },
    children,
    *childrenNear(offset) {
      for (const { tokens, start, end } of map.parts) {
        const token = tokens.at(-1) ?? "";
        const child = children.get(token);
        if (start <= offset && offset <= end && child !== undefined) yield [token, child];
      }
    },
  };
}

function partPosition(parts: Parts, part: Part): Position {
  const position = (): Position => positionsOf(parts, part).position;
  return {
    get key() {
      return position().key;
    },
    get value() {
      return position().value;
    },
    get children() {
      return position().children;
    },
  };
}

/** The position of a part in the whole text, and where its last scalar or alias ends. */
function positionsOf({ text }: Parts, part: Part): { readonly position: Position; readonly end: number } {
  let known = partPositions.get(part.written);
  if (known === undefined) {
    // Without its indentation, the lines below its key are still inside of it.
    const { root, end } = yamlPositions(copied(text.slice(part.start, part.end)));
    known = { root, end };
    partPositions.set(part.written, known);
  }
  const [position = known.root] = known.root.children.values();
  return { position: movedPosition(position, part.start), end: known.end + part.start };
}

const partPositions = new WeakMap<object, Pick<ReturnType<typeof yamlPositions>, "root" | "end">>();

function movedPosition({ key, value, children }: Position, by: number): Position {
  return {
    key: key === null ? null : movedSpan(key, by),
    value: movedSpan(value, by),
    children: new MovedPositions(children, by),
  };
}

/** Positions that are moved when one is asked for: mostly, that is one of many. */
class MovedPositions implements ReadonlyMap<string, Position> {
  private readonly positions: ReadonlyMap<string, Position>;
  private readonly by: number;

  constructor(positions: ReadonlyMap<string, Position>, by: number) {
    this.positions = positions;
    this.by = by;
  }

  get size(): number {
    return this.positions.size;
  }

  has(token: string): boolean {
    return this.positions.has(token);
  }

  get(token: string): Position | undefined {
    const position = this.positions.get(token);
    return position === undefined ? undefined : movedPosition(position, this.by);
  }

  *entries(): MapIterator<[string, Position]> {
    for (const [token, position] of this.positions) yield [token, movedPosition(position, this.by)];
  }

  keys(): MapIterator<string> {
    return this.positions.keys();
  }

  *values(): MapIterator<Position> {
    for (const [, position] of this.entries()) yield position;
  }

  [Symbol.iterator](): MapIterator<[string, Position]> {
    return this.entries();
  }

  forEach(visit: (position: Position, token: string, all: ReadonlyMap<string, Position>) => void): void {
    for (const [token, position] of this.entries()) visit(position, token, this);
  }
}

function movedSpan({ start, end }: Span, by: number): Span {
  return { start: start + by, end: end + by };
}
