// Modules, or some of their exports -> the declarations that these need, of these modules and of those they import.
import type { ImportStatement, RuntimeModule, RuntimePart } from "./module.ts";
import { readRuntimeModule } from "./read.ts";

export interface RuntimeRequest {
  readonly module: URL;
  /** Only these exports, and what they refer to. Default: the whole module, and whole modules that it imports. */
  readonly names?: readonly string[];
}

export interface NeededModule {
  readonly url: URL;
  readonly module: RuntimeModule;
  readonly parts: ReadonlySet<RuntimePart>;
}

/** Each module after those it imports. */
export function neededModules(requests: readonly RuntimeRequest[]): NeededModule[] {
  const needs = new Needs();
  for (const { module, names } of requests) needs.add(module, names ?? null);
  return needs.inOrder();
}

class Needs {
  private readonly needed = new Map<string, NeededModule & { readonly parts: Set<RuntimePart> }>();

  /** `names`: declared or exported by the module; `null` for all of it. */
  add(url: URL, names: readonly string[] | null): void {
    const module = readRuntimeModule(url);
    const known = this.needed.get(url.href);
    const { parts } = known ?? { parts: new Set<RuntimePart>() };
    if (known === undefined) this.needed.set(url.href, { url, module, parts });
    const added = module.parts.filter((part) => !parts.has(part) && (names === null || has(part, names)));
    if (known !== undefined && added.length === 0) return;
    for (const part of added) parts.add(part);
    const used = new Set(added.flatMap(({ uses }) => uses));
    if (names !== null && used.size > 0) this.add(url, [...used]);
    for (const statement of module.imports.filter(({ source }) => isBeside(source))) {
      const imported = namesOf(statement, names === null ? null : used);
      if (imported === null || imported.length > 0) this.add(new URL(statement.source.specifier, url), imported);
    }
  }

  /** The order does not depend on which names were requested first. */
  inOrder(): NeededModule[] {
    const ordered = new Set<NeededModule>();
    const seen = new Set<string>();
    const visit = ({ url, module, parts }: NeededModule): void => {
      if (seen.has(url.href)) return;
      seen.add(url.href);
      for (const { source } of module.imports) {
        const imported = isBeside(source) ? this.needed.get(new URL(source.specifier, url).href) : undefined;
        if (imported !== undefined) visit(imported);
      }
      ordered.add({ url, module, parts });
    };
    for (const module of this.needed.values()) visit(module);
    return [...ordered];
  }
}

function isBeside({ specifier }: ImportStatement["source"]): boolean {
  return specifier.startsWith(".");
}

/** A statement that declares nothing runs where any of its module does. */
function has({ declares, exports }: RuntimePart, names: readonly string[]): boolean {
  if (declares.length === 0 && exports.length === 0) return true;
  return declares.some((name) => names.includes(name)) || exports.some(({ name }) => names.includes(name));
}

function namesOf({ names }: ImportStatement, used: ReadonlySet<string> | null): string[] | null {
  return used === null ? null : names.filter(({ local }) => used.has(local)).map(({ name }) => name);
}
