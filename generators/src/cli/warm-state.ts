// What a process that stays (`--watch`) keeps in memory from one run to the next, and what it puts off until nobody waits for it.
import type { SourceDocument } from "../source/index.ts";
import type { Project } from "./config/project.ts";
import { Kept, type KeptEntry, type KeptPlace, textEntry, writeKept } from "./kept.ts";

export class WarmState {
  /** `manner`: what else decides how they are read. */
  private read: { readonly manner: string; readonly documents: ReadonlyMap<string, SourceDocument> } | null = null;
  private last: { readonly place: KeptPlace; readonly entries: ReadonlyMap<string, KeptEntry> } | null = null;
  private postponed: (() => void)[] = [];

  /** What the last run has read in the same manner, by path. A file whose text is another by now is read as if it were new. */
  documentsOf(project: Project): ReadonlyMap<string, SourceDocument> {
    return this.read?.manner === mannerOf(project) ? this.read.documents : new Map();
  }

  keepDocuments(project: Project, documents: readonly SourceDocument[]): void {
    const byPath = new Map(documents.map((document) => [document.path, document]));
    this.read = { manner: mannerOf(project), documents: byPath };
  }

  /** What the last run made, when it was made under the same key. */
  keptAt({ file, key }: KeptPlace): Kept | null {
    const { last } = this;
    return last !== null && last.place.file === file && last.place.key === key ? new Kept(last.entries) : null;
  }

  /** It goes to the disk when the process ends: the next run in it has it from here. */
  keep(place: KeptPlace, kept: Kept): void {
    const before = [...(this.last?.entries ?? [])].filter(([name]) => this.isTextRead(name));
    this.last = { place, entries: new Map([...before, ...kept.entries()]) };
  }

  /** Texts of documents that are in memory are not asked for, and are worth keeping all the same. */
  private isTextRead(name: string): boolean {
    return name.startsWith(textEntry) && this.read?.documents.has(name.slice(textEntry.length)) === true;
  }

  /** Done by `rest`, before anything else is written. */
  readonly later = (task: () => void): void => {
    this.postponed.push(task);
  };

  /** Once what a run has done is said. */
  rest(): void {
    const { postponed } = this;
    this.postponed = [];
    for (const task of postponed) task();
  }

  /** The end of the process. */
  close(): void {
    this.rest();
    if (this.last !== null) writeKept(this.last.place, new Kept(new Map(), new Map(this.last.entries)));
  }
}

function mannerOf({ base, rules }: Project): string {
  return JSON.stringify([base, Object.entries(rules.limits).sort()]);
}
