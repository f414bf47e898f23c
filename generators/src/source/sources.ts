// Paths -> documents, and references -> nodes. Every file that is read is recorded: it is an input of the run.

import path from "node:path";
import type { SourceDocument, SourceFormat } from "./document.ts";
import { positionsOf } from "./fault.ts";
import { FileAccess } from "./file-access.ts";
import { type LimitName, type Limits, limitsOf } from "./limits.ts";
import { decodeFragment, identityOf, Node, tokensOf } from "./node.ts";
import { formatOf, type ParseFile, parseFile, referredFormatOf } from "./parse.ts";
import { failed, type LimitPlace, ok, type Result, type SourceProblem } from "./problem.ts";
import { commonRoot, Roots } from "./roots.ts";
import { SelfUrls, UrlMap } from "./url-map.ts";

export interface SourcesOptions {
  /** Paths in messages and comments are shown relative to this directory. */
  readonly cwd: string;
  /** Reads a file; throws as `readFileSync` does. Tests pass an in-memory map. */
  readonly readText?: ((path: string) => string) | undefined;
  /** Local files to read instead of URLs: path by URL or prefix, relative to `cwd`. Reading fetches nothing. */
  readonly map?: ReadonlyMap<string, string> | undefined;
  /** Absolute folders whose files a reference may name, besides those of `map`. Default: any. */
  readonly roots?: readonly string[] | undefined;
  readonly limits?: Partial<Limits> | undefined;
  /** Folders of packages and copies of URLs, absolute, by the names that messages and comments give them. */
  readonly foreign?: readonly ForeignPlace[] | undefined;
  /** Parses a text. Default: without a cache. */
  readonly parse?: ParseFile | undefined;
}

/** A folder or file outside the project that is shown under another name than its path. */
export interface ForeignPlace {
  readonly place: string;
  readonly name: string;
  /** The base of its relative references; they never refer to files next to it. */
  readonly url: string | null;
}

/** A reference that is being followed. */
interface Asked {
  readonly from: Node;
  readonly ref: string;
  readonly passed: Set<string>;
}

export class Sources {
  readonly cwd: string;
  /** The mapped URLs. */
  readonly urls: UrlMap;
  readonly limits: Limits;
  private readonly files: FileAccess;
  private readonly parse: ParseFile;
  private readonly foreign: readonly ForeignPlace[];
  private readonly selves = new SelfUrls();
  private followed = 0;
  /** That of the first document that was opened by its name. */
  private entryFolder: string | null = null;
  /** Where each limit was first exceeded: it is reported once. */
  private readonly exceeded = new Map<LimitName, SourceProblem>();
  private readonly loaded = new Map<string, Result<SourceDocument>>();
  /** The files that a reference led to. */
  private readonly referred = new Set<string>();
  /** Resolved references, by the document that contains them and by their text: most locations are referred to many times. */
  private readonly reached = new Map<SourceDocument, Map<string, Result<Node>>>();

  constructor(options: SourcesOptions) {
    this.cwd = options.cwd;
    this.urls = new UrlMap(options.map ?? new Map(), options.cwd);
    this.limits = limitsOf(options.limits);
    const roots = options.roots === undefined ? null : new Roots([...options.roots, ...this.urls.places()]);
    this.parse = options.parse ?? parseFile;
    this.foreign = (options.foreign ?? []).map((one) => ({ ...one, place: one.place.replaceAll("\\", "/") }));
    this.files = new FileAccess({ roots, limits: this.limits, readText: options.readText });
  }

  /** Every document read so far, in the order of first use. */
  documents(): SourceDocument[] {
    return [...this.loaded.values()].flatMap((result) => (result.ok ? [result.value] : []));
  }

  /** Every requested path, readable or not: what a watcher watches. */
  paths(): string[] {
    return [...this.loaded.keys()];
  }

  /** Whether a file is of a package or a copy of a URL. */
  isForeign(file: string): boolean {
    return this.foreign.some(({ place, url }) => file === place || (url === null && file.startsWith(`${place}/`)));
  }

  /** Reads a file once. `from` is the reference to it, `null` for an entry document. */
  load(file: string, from: Node | null = null): Result<SourceDocument> {
    const absolute = path.resolve(this.cwd, file).replaceAll("\\", "/");
    if (from !== null) this.referred.add(absolute);
    else this.entryFolder ??= path.posix.dirname(absolute);
    let result = this.loaded.get(absolute);
    if (result === undefined) {
      result = this.read(absolute, from);
      this.loaded.set(absolute, result);
      if (result.ok) this.selves.add(result.value, this.urls);
    }
    // A missing file is reported for each reference to it; a mistake inside a file once.
    return result.ok ? result : failed(withReferrer(from, result.problem));
  }

  /** From now on a file is what it was patched or converted to. */
  replace(document: SourceDocument): void {
    this.loaded.set(document.path, ok(document));
    this.selves.add(document, this.urls);
  }

  /** Whether a reference led to a file, by its absolute path. */
  isReferred(file: string): boolean {
    return this.referred.has(file);
  }

  /** The root node of a file. */
  open(file: string, from: Node | null = null): Result<Node> {
    const loaded = this.load(file, from);
    return loaded.ok ? ok(Node.root(loaded.value)) : loaded;
  }

  /**
   * One step along a reference: `ref` as written at `from`, relative to the document of `from`.
   * The target may itself hold a `$ref`; following that is up to the reader, which detects cycles. One on the way to the target
   * is followed here, as bundlers do: `#/channels/orders/messages/created` where `orders` is a file of its own.
   */
  resolve(ref: string, from: Node): Result<Node> {
    const known = this.reached.get(from.document)?.get(ref);
    if (known !== undefined) {
      this.followed += 1;
      return this.followed > this.limits.references ? this.over("references", { kind: "node", node: from }) : known;
    }
    const result = this.resolveStep(ref, from, new Set());
    const documentRefs = this.reached.get(from.document) ?? new Map<string, Result<Node>>();
    if (result.ok) this.reached.set(from.document, documentRefs.set(ref, result));
    return result;
  }

  /** The location of a pointer inside `root`, unless references lead out of the document on the way. */
  within(
    root: Node,
    tokens: readonly string[],
    reference: { readonly from: Node; readonly ref: string },
  ): Result<Node> {
    return this.descend(root, tokens, { ...reference, passed: new Set() });
  }

  /** `passed`: the locations whose reference was followed on the way. */
  private resolveStep(ref: string, from: Node, passed: Set<string>): Result<Node> {
    this.followed += 1;
    if (this.followed > this.limits.references) return this.over("references", { kind: "node", node: from });
    if (passed.size > this.limits.referenceSteps) return this.over("referenceSteps", { kind: "node", node: from });
    const hash = ref.indexOf("#");
    const target = hash === -1 ? ref : ref.slice(0, hash);
    const fragment = hash === -1 ? "" : ref.slice(hash + 1);
    const base = from.document;
    const mapped = target === "" ? null : (this.mappedFile(target, base) ?? this.neighbour(target, from));
    if (mapped === null && target !== "" && (isUrl(target) || base.isCopy === true))
      return failed({ kind: "ref-remote", from, ref });
    const file = decodeFragment(target);
    const pointer = decodeFragment(fragment);
    const tokens = pointer === null ? null : tokensOf(pointer);
    if (file === null || tokens === null) return failed({ kind: "ref-fragment", from, ref });
    const beside = path.posix.resolve(path.posix.dirname(base.path), file);
    const root = target === "" ? ok(Node.root(base)) : this.open(mapped ?? beside, from);
    return root.ok ? this.descend(root.value, tokens, { from, ref, passed }) : root;
  }

  /** The local file of a URL, or of a reference relative to the URL of its document. */
  private mappedFile(target: string, base: SourceDocument): string | null {
    if (isUrl(target) && !target.startsWith("//")) return this.selves.fileOf(target) ?? this.urls.fileOf(target);
    const url = this.selves.urlOf(base.path) ?? this.urls.urlOf(base.path);
    if (url === null || !URL.canParse(target, url)) return null;
    const { href } = new URL(target, url);
    return this.selves.fileOf(href) ?? this.urls.fileOf(href);
  }

  /** The file at the same place relative to the document as the URL is to the `$self` of the document, if that is its `$self`. */
  private neighbour(target: string, from: Node): string | null {
    const self = this.selves.urlOf(from.document.path);
    const folder = self?.slice(0, self.lastIndexOf("/") + 1);
    if (folder === undefined || !isUrl(target) || !target.startsWith(folder) || from.document.isCopy === true)
      return null;
    const name = decodeFragment(target.slice(folder.length));
    if (name === null) return null;
    this.load(path.posix.resolve(path.posix.dirname(from.document.path), name), from);
    return this.selves.fileOf(target);
  }

  private descend(root: Node, tokens: readonly string[], reference: Asked): Result<Node> {
    let reached = root;
    for (const [index, token] of tokens.entries()) {
      reached = this.holderOf(token, reached, reference.passed);
      const next = reached.get(token);
      if (next === undefined) {
        const { from, ref } = reference;
        const intendedNode = unescapedIn(reached, tokens.slice(index)) ?? undefined;
        return failed({ kind: "ref-missing", from, ref, reached, missing: token, meant: intendedNode });
      }
      reached = next;
    }
    return ok(reached);
  }

  /** The node, or the target of its references if only that has the member. */
  private holderOf(token: string, node: Node, passed: Set<string>): Node {
    const ref = node.isObject && !node.has(token) ? node.get("$ref") : undefined;
    if (typeof ref?.value !== "string" || passed.has(identityOf(node))) return node;
    passed.add(identityOf(node));
    const target = this.resolveStep(ref.value, ref, passed);
    return target.ok ? this.holderOf(token, target.value, passed) : node;
  }

  private read(absolute: string, from: Node | null): Result<SourceDocument> {
    const file = this.files.read(absolute, from === null);
    const name = this.nameOf(absolute);
    switch (file.kind) {
      case "text":
        return this.parsed(absolute, file.text, from === null ? formatOf(absolute) : referredFormatOf(absolute));
      case "unreadable":
        return failed({
          kind: "unreadable",
          path: name,
          reason: file.reason,
          from,
          beside: file.reason === "not-found" ? this.files.namesBeside(absolute) : [],
        });
      case "over-limit":
        return this.over(file.limit, from === null ? { kind: "path", path: name } : { kind: "node", node: from });
      case "outside": {
        const folder = this.nameOf(
          this.entryFolder === null ? path.posix.dirname(absolute) : commonRoot(this.entryFolder, absolute),
        );
        // Only a reference can lead outside: entry documents are named by the user.
        return from === null
          ? failed({ kind: "unreadable", path: name, reason: "unreadable", from, beside: [] })
          : failed({ kind: "ref-outside", path: name, folder, throughLink: file.throughLink, from });
      }
    }
  }

  private parsed(absolute: string, text: string, format: SourceFormat): Result<SourceDocument> {
    const parsed = this.parse({ path: absolute, text, format, limits: this.limits });
    const name = this.nameOf(absolute);
    // A local copy of a URL has no neighbours.
    const isCopy = this.foreign.some(({ place, url }) => url !== null && place === absolute);
    const copy = isCopy ? ({ isCopy: true } as const) : {};
    const document = { path: absolute, name, ...copy, format, text, value: parsed.ok ? parsed.value : undefined };
    if (parsed.ok) return ok({ ...document, ...positionsOf(parsed) });
    if ("duplicates" in parsed) return failed({ kind: "duplicate-keys", document, duplicates: parsed.duplicates });
    const { offset, detail, advice, limit } = parsed;
    if (limit === undefined) return failed({ kind: "syntax", document, offset, detail, advice });
    return failed({ kind: "over-limit", limit, max: this.limits[limit], at: { kind: "text", document, offset } });
  }

  private over(limit: LimitName, at: LimitPlace): Result<never> {
    const problem = this.exceeded.get(limit) ?? { kind: "over-limit", limit, max: this.limits[limit], at };
    this.exceeded.set(limit, problem);
    return failed(problem);
  }

  private nameOf(absolute: string): string {
    for (const { place, name, url } of this.foreign) {
      if (absolute === place) return name;
      if (url === null && absolute.startsWith(`${place}/`)) return `${name}${absolute.slice(place.length)}`;
    }
    return path.posix.relative(this.cwd.replaceAll("\\", "/"), absolute) || absolute;
  }
}

/** Below a key that contains "/", which a pointer has to write "~1": the longest key counts. */
function unescapedIn(node: Node, tokens: readonly string[]): Node | null {
  if (tokens.length === 0) return node;
  for (let length = tokens.length; length > 0; length -= 1) {
    const next = node.get(tokens.slice(0, length).join("/"));
    const match = next === undefined ? null : unescapedIn(next, tokens.slice(length));
    if (match !== null) return match;
  }
  return null;
}

/** An unreadable file is reported for each reference to it. */
function withReferrer(from: Node | null, problem: SourceProblem): SourceProblem {
  if (problem.kind === "unreadable") return { ...problem, from };
  return problem.kind === "ref-outside" && from !== null ? { ...problem, from } : problem;
}

/** `https://example.com/a.yaml`, `urn:a:b`, `//example.com/a.yaml`. */
export function isUrl(target: string): boolean {
  return /^[a-z][a-z0-9+.-]*:/i.test(target) || target.startsWith("//");
}
