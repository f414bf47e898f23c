// An API and the keys that change it -> when to read it again, and what is shown of it until then and after.
import { setImmediate as turnOfEvents, setTimeout as wait } from "node:timers/promises";
import type { Engine, Question, ShownByFile } from "../engine/engine.ts";
import { FirstLook, movedIn } from "../features/first-look.ts";
import { mentionsIn, type Spot } from "../features/named-things.ts";
import type { DocumentChange } from "./open-documents.ts";
import type { Project } from "./project.ts";
import type { Texts } from "./texts.ts";

export interface Watching {
  readonly engine: Engine;
  readonly texts: Texts;
  readonly settings: { readonly base: string | null; readonly breakingChanges: boolean };
  readonly publish: () => void;
  /** Errors of what goes on by itself. */
  readonly reported: (work: () => Promise<void>) => void;
}

/** Milliseconds in which an editor sends the requests that come with a key: these are handled first, and so is a key that follows. */
const moment = 10;

/** Milliseconds after the last key, before the official schemas and the comparison with the last release run. */
const pause = 400;

/** Milliseconds to read a description, from which a pause between keys is awaited. */
const slow = 100;

/** That pause, and the longest one where what the keys have changed is shown already. */
const [shortPause, longPause] = [100, 1500];

export class WatchedProject {
  /** What the toolkit says, and which changes need a major version. */
  shown: ShownByFile = new Map();
  breaking: ShownByFile = new Map();
  private readonly project: Project;
  private readonly watching: Watching;
  private readonly first: FirstLook;
  /** Counts changes: what is about an earlier one is not shown. */
  private turn = 0;
  /** Whether the engine reads or checks a change, or has yet to. */
  private isBusy = true;
  private isPrepared = false;

  constructor(project: Project, watching: Watching) {
    this.project = project;
    this.watching = watching;
    this.first = new FirstLook(project, watching.texts);
  }

  /** `null`: not by keys. Resolves when what can be said at once is published. */
  async changed(change: DocumentChange | null): Promise<void> {
    this.turn += 1;
    this.isBusy = true;
    const { turn } = this;
    if (change !== null) {
      this.first.note(change.file, change.before, change.edits);
      this.breaking = movedIn(this.breaking, change.file, change.edits);
    }
    let isSeen = false;
    try {
      if (change !== null) await wait(moment).then(() => turnOfEvents());
      const early = change === null || turn !== this.turn ? null : await this.first.look(change.document);
      isSeen = early !== null && turn === this.turn;
      if (early !== null && isSeen) this.show(early);
    } finally {
      if (turn === this.turn) this.watching.reported(() => this.readAgain(turn, isSeen));
    }
  }

  /** The TypeScript of a schema as its text is now. */
  async typeAt(spot: Spot, question?: Question): Promise<string | null> {
    const early = this.isBusy ? await this.first.typeAt(spot) : undefined;
    return early === undefined ? await this.watching.engine.typeAt(this.project.id, spot, question) : early;
  }

  /** Nothing of it is shown any more. */
  forget(): void {
    this.turn += 1;
  }

  /** `isSeen`: what the keys have changed is checked; then all is read after a pause as long as that takes. */
  private async readAgain(turn: number, isSeen: boolean): Promise<void> {
    const { project, watching } = this;
    const { engine, settings } = watching;
    const milliseconds = project.checked?.milliseconds ?? 0;
    if (milliseconds > slow) await wait(isSeen ? Math.min(milliseconds, longPause) : shortPause);
    if (turn !== this.turn) return;
    const checked = await this.asked(turn, () => project.check());
    if (checked === null) return;
    this.settle(checked.shown);
    if (!this.isPrepared) watching.reported(() => this.prepare());
    await wait(pause);
    if (turn !== this.turn) return;
    const breaking = settings.breakingChanges
      ? await this.asked(turn, () => engine.breaking(project.id, settings.base))
      : null;
    if (breaking !== null) this.breaking = breaking;
    watching.publish();
    const linted = await this.asked(turn, () => engine.lint(project.id));
    if (linted === null) return;
    this.isBusy = false;
    this.settle(linted);
  }

  /** Asks again where a change of another description came between; `null` after one of this. */
  private async asked<T>(turn: number, ask: () => Promise<T | null>): Promise<T | null> {
    while (turn === this.turn) {
      const answer = await ask();
      if (answer !== null) return turn === this.turn ? answer : null;
    }
    return null;
  }

  /** The first question finds its documents parsed and searched. */
  private async prepare(): Promise<void> {
    this.isPrepared = true;
    for (const file of this.project.checked?.documents ?? []) {
      await this.watching.texts.prepare(file, this.watching.engine);
      const document = this.watching.texts.document(file);
      if (document !== null) mentionsIn(document);
      await turnOfEvents();
    }
    await this.first.prepare();
  }

  private settle(diagnosticsByFile: ShownByFile): void {
    this.first.settle(diagnosticsByFile);
    this.show(diagnosticsByFile);
  }

  private show(diagnosticsByFile: ShownByFile): void {
    this.shown = diagnosticsByFile;
    this.watching.publish();
  }
}
