// A hand-written module that is copied into the output, as data: what it imports, what it declares, and what each declaration uses.

/** Offsets in the text of the module. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Serializable: a build of the toolkit writes it as JSON. */
export interface RuntimeModule {
  readonly text: string;
  /** Where its opening comment ends, before the line break above what follows it. */
  readonly opening: number;
  readonly imports: readonly ImportStatement[];
  readonly parts: readonly RuntimePart[];
}

export interface ImportStatement extends Span {
  readonly source: Source;
  readonly names: readonly ImportedName[];
}

/** A module specifier, and where it is written, quotes included. */
export interface Source extends Span {
  readonly specifier: string;
}

export interface ImportedName {
  /** `*` for a namespace. */
  readonly name: string;
  readonly local: string;
  readonly isType: boolean;
}

/** A statement of the top level. It starts where the one before it ends, so its comments are part of it. */
export interface RuntimePart extends Span {
  /** The statement without its comments and without `export`. */
  readonly declaration: Span;
  readonly declares: readonly string[];
  readonly exports: readonly ExportedName[];
  /** The names of the top level, imported or declared, that it refers to. */
  readonly uses: readonly string[];
  readonly members: readonly MemberUse[];
  /** Of `export … from`. */
  readonly source: Source | null;
}

export interface ExportedName {
  readonly name: string;
  readonly isType: boolean;
}

/** A member of `JSON`, or of a namespace that is imported, such as `z.ZodType`. */
export interface MemberUse extends Span {
  readonly object: string;
  readonly member: string;
}

/** In the order of the text, those of a list of exports last. Each overload of a function is one more. */
export function exportsOf({ parts }: RuntimeModule): ExportedName[] {
  const declared = parts.filter(({ declares }) => declares.length > 0);
  const listed = parts.filter(({ declares }) => declares.length === 0);
  const all = [...declared, ...listed].flatMap(({ exports }) => exports);
  return [...new Map(all.map((one) => [one.name, one])).values()];
}
