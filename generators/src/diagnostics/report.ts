// Collects the problems of one run. A run reports everything it can find, then stops before writing.
import type { Location } from "../source/index.ts";
import { type SourceDocument, spanOf } from "../source/index.ts";
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

/** `tolerated`: an error that the user accepts. */
export type DiagnosticSeverity = Severity | "tolerated";

export interface Diagnostic {
  readonly code: Code;
  readonly severity: DiagnosticSeverity;
  readonly message: string;
  readonly hint: string;
  /** The meaning the run assumes, if the error is tolerated. */
  readonly assumed: string | null;
  /** The meaning a run would assume if it tolerated the error; `null` if it cannot be tolerated at this place. */
  readonly tolerable: string | null;
  readonly place: Place;
  /** The value the problem is in: all problems of one value count as one. `null` for a problem that stands alone. */
  readonly about: Location | null;
  readonly related: readonly Related[];
}

export interface Extra {
  readonly related?: readonly Related[];
  /** Lowers the severity where the command at hand does not depend on it. */
  readonly severity?: Severity;
  /** What tolerating means at this place, if it differs from the table; `null` if it cannot be tolerated here. */
  readonly tolerated?: string | null;
  /** The value the problem is in, if several problems of it are to count as one. */
  readonly about?: Location;
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
    const tolerable = severity === "error" ? meaning : null;
    const assumed = this.tolerated.has(code) ? tolerable : null;
    const diagnostic: Diagnostic = {
      code,
      severity: assumed === null ? severity : "tolerated",
      message: printable(row.message(args)),
      hint: printable(row.hint(args)),
      assumed,
      tolerable,
      place: "kind" in place ? place : { kind: "value", location: place },
      about: extra.about ?? null,
      related: extra.related ?? [],
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

/** The first problem of each value: an example counts once, however much of it is wrong. */
export function firstOfEach<D extends Pick<Diagnostic, "about">>(diagnostics: readonly D[]): D[] {
  const seen = new Set<Location>();
  return diagnostics.filter(({ about }) => {
    if (about === null) return true;
    const isFirst = !seen.has(about);
    seen.add(about);
    return isFirst;
  });
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
      const { document } = place.location;
      return { name: document.name, offset: spanOf(place.location, place.kind).start, document };
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
