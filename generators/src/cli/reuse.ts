// What the last run made from one API, and of which named schemas it looked at the content for that -> whether it holds again.
// The named schemas tell who looks at them, so that no generator has to say, or can forget, what its output depends on.
import type { Reuse } from "../emit/index.ts";
import type { Api } from "../model/api.ts";
import type { NamedSchema, Schema } from "../model/schema.ts";
import type { Kept, KeptEntry } from "./kept.ts";
import { hashOfModel } from "./model-hash.ts";

/** `name`: of the API. From now on the schemas of `api` note who looks at them. */
export function reuseOf(kept: Kept, name: string, api: Api): TargetReuse {
  return new LastOutput(kept, name, api);
}

export interface TargetReuse extends Reuse {
  /** The same for what has to be waited for; nothing else may be made meanwhile. */
  readonly textsLater: (name: string, make: () => Promise<readonly string[]>) => Promise<readonly string[]>;
}

class LastOutput implements TargetReuse {
  private readonly kept: Kept;
  private readonly name: string;
  private readonly contents = new Map<NamedSchema, Schema>();
  private readonly byIdentity = new Map<string, NamedSchema>();
  private readonly hashes = new Map<NamedSchema, string>();
  /** Of everything that is no content of a named schema. */
  private readonly rest: string;
  /** What has been looked at for each text that is being made, the innermost last. */
  private readonly open: Set<NamedSchema>[] = [];

  constructor(kept: Kept, name: string, { http, messaging, schemas }: Api) {
    this.kept = kept;
    this.name = name;
    for (const named of schemas) {
      this.contents.set(named, named.schema);
      this.byIdentity.set(named.identity, named);
    }
    const names = schemas.map(({ identity, name: own, nameParts, nameLength, at }) => [
      identity,
      own,
      nameParts,
      nameLength,
      at,
    ]);
    this.rest = hashOfModel([http, messaging, names], this.contents);
    this.watch(schemas);
  }

  texts(name: string, make: () => readonly string[]): readonly string[] {
    const known = this.find(name);
    if (known !== null) return known;
    const seen = this.start();
    return this.end(name, seen, make());
  }

  async textsLater(name: string, make: () => Promise<readonly string[]>): Promise<readonly string[]> {
    const known = this.find(name);
    if (known !== null) return known;
    const seen = this.start();
    return this.end(name, seen, await make());
  }

  private find(name: string): readonly string[] | null {
    const entry = this.kept.entry(`made ${this.name} ${name}`);
    const known = entry === null ? null : this.known(entry);
    if (entry === null || known === null) return null;
    this.kept.put(`made ${this.name} ${name}`, entry);
    this.note(known.seen);
    return known.texts;
  }

  private start(): Set<NamedSchema> {
    const seen = new Set<NamedSchema>();
    this.open.push(seen);
    return seen;
  }

  /** A run in which something throws comes to nothing, so only what was made ends here. */
  private end(name: string, seen: Set<NamedSchema>, texts: readonly string[]): readonly string[] {
    this.open.pop();
    this.note(seen);
    // What depends on everything would only be kept in vain; it may consist of parts that do not.
    if (seen.size === this.contents.size && seen.size > 0) return texts;
    const stamps = [...seen].map((named) => [named.identity, this.hashOf(named)]);
    this.kept.put(`made ${this.name} ${name}`, { stamp: this.rest, json: JSON.stringify([stamps, texts]) });
    return texts;
  }

  /** The texts of an entry and what was looked at for them, when all of it still is what it was. */
  private known({
    stamp,
    json,
  }: KeptEntry): { readonly texts: readonly string[]; readonly seen: NamedSchema[] } | null {
    if (stamp !== this.rest) return null;
    const [stamps, texts]: [[string, string][], string[]] = JSON.parse(json);
    const seen = stamps.flatMap(([identity, hash]) => {
      const named = this.byIdentity.get(identity);
      return named !== undefined && this.hashOf(named) === hash ? [named] : [];
    });
    return seen.length === stamps.length ? { texts, seen } : null;
  }

  private hashOf(named: NamedSchema): string {
    let hash = this.hashes.get(named);
    if (hash === undefined) {
      hash = hashOfModel(this.contents.get(named), this.contents);
      this.hashes.set(named, hash);
    }
    return hash;
  }

  private note(seen: Iterable<NamedSchema>): void {
    const outer = this.open.at(-1);
    if (outer !== undefined) for (const named of seen) outer.add(named);
  }

  private watch(schemas: readonly NamedSchema[]): void {
    const { contents, open } = this;
    const get = function (this: NamedSchema): Schema | undefined {
      open.at(-1)?.add(this);
      return contents.get(this);
    };
    for (const named of schemas) Object.defineProperty(named, "schema", { get, enumerable: true });
  }
}
