// Collects the problems of one run. A run reports everything it can find, then stops before writing.
import type { Location } from "../source/index.ts";
import { type SourceDocument, spanOf, writtenAt } from "../source/index.ts";
import { type CodeRow, printable, type Severity } from "./code.ts";
import { type Code, type CodeArgs, codes } from "./codes.ts";

/** Where a problem is: a value or its key; an offset for text that does not parse; a path for a whole file. */
export type Place =
  | { readonly kind: "value" | "key"; readonly location: Location }
  | { readonly kind: "offset"; readonly document: SourceDocument; readonly offset: number }
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "none" };

export interface Related {
  readonly message: string;
  readonly place: Place;
}

export interface Diagnostic {
  readonly code: Code;
  /** `tolerated`: an error that the user accepts. */
  readonly severity: Severity | "tolerated";
  readonly message: string;
  readonly hint: string;
  /** The meaning the run assumes, if the error is tolerated. */
  readonly assumed: string | null;
  readonly place: Place;
  readonly related: readonly Related[];
}

export interface Extra {
  readonly related?: readonly Related[];
  /** Lowers the severity where the command at hand does not depend on it. */
  readonly severity?: Severity;
  /** What tolerating means at this place, if it differs from the table; `null` if it cannot be tolerated here. */
  readonly tolerated?: string | null;
}

interface Seen {
  readonly diagnostic: Diagnostic;
  /** Its sort key in the list. */
  readonly order: string;
}

export class Report {
  private readonly seen: Map<string, Seen>;
  private readonly tolerated: ReadonlySet<Code>;

  constructor(tolerated: ReadonlySet<Code> = new Set(), seen: Map<string, Seen> = new Map()) {
    this.tolerated = tolerated;
    this.seen = seen;
  }

  /** The same report, for a part of the run that tolerates some errors. */
  tolerating(codes: ReadonlySet<Code>): Report {
    return new Report(codes, this.seen);
  }

  /** Adds a problem; the same code and message at the same place counts once. */
  add<C extends Code>(code: C, place: Place | Location, args: CodeArgs[C], extra: Extra = {}): void {
    const row: CodeRow<CodeArgs[C]> = codes[code];
    const severity = extra.severity ?? row.severity;
    const meaning = extra.tolerated === undefined ? (row.tolerated ?? null) : extra.tolerated;
    const assumed = severity === "error" && this.tolerated.has(code) ? meaning : null;
    const diagnostic: Diagnostic = {
      code,
      severity: assumed === null ? severity : "tolerated",
      message: printable(row.message(args)),
      hint: printable(row.hint(args)),
      assumed,
      place: writtenPlace("kind" in place ? place : { kind: "value", location: place }),
      related: (extra.related ?? []).map((one) => ({ ...one, place: writtenPlace(one.place) })),
    };
    const order = `${sortKeyOf(diagnostic.place)} ${code} ${diagnostic.message}`;
    // One file may be read for two APIs, of which only one tolerates the error.
    if (assumed === null || this.seen.get(order)?.diagnostic.severity !== "error")
      this.seen.set(order, { diagnostic, order });
  }

  get hasErrors(): boolean {
    return [...this.seen.values()].some(({ diagnostic }) => diagnostic.severity === "error");
  }

  get isEmpty(): boolean {
    return this.seen.size === 0;
  }

  /** By file, then by place in the file, then by code: independent of the order they were found in. */
  list(): Diagnostic[] {
    return [...this.seen.values()]
      .sort((a, b) => (a.order < b.order ? -1 : a.order > b.order ? 1 : 0))
      .map(({ diagnostic }) => diagnostic);
  }
}

/** Messages point to text that someone wrote, also for values of a patched or converted document. */
function writtenPlace(place: Place): Place {
  return "location" in place ? { ...place, location: writtenAt(place.location) } : place;
}

/** The key of a member, for problems with the name rather than with what it holds. */
export function keyOf(location: Location): Place {
  return { kind: "key", location };
}

/** The file a place is in and the offset it starts at; without a document, the place is a whole file. */
export interface PlaceStart {
  readonly name: string;
  readonly offset: number;
  readonly document: SourceDocument | null;
}

export function startOf(place: Place): PlaceStart | null {
  switch (place.kind) {
    case "value":
    case "key": {
      const written = writtenAt(place.location);
      const { document } = written;
      return { name: document.name, offset: spanOf(written, place.kind).start, document };
    }
    case "offset":
      return { name: place.document.name, offset: place.offset, document: place.document };
    case "file":
      return { name: place.path, offset: 0, document: null };
    case "none":
      return null;
  }
}

function sortKeyOf(place: Place): string {
  const start = startOf(place);
  return start === null ? "" : `${start.name}:${String(start.offset).padStart(10, "0")}`;
}
