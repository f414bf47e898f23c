// The engine itself, in the thread that it is made in.
import { setImmediate as turnOfEvents } from "node:timers/promises";
import { jsonOfParsed } from "waybill/language";
import { breakingChanges } from "../features/breaking.ts";
import { shownDiagnostics } from "../features/diagnostics.ts";
import type { Spot } from "../features/named-things.ts";
import { typeAt } from "../features/type-of-schema.ts";
import type { Edit } from "../text/edit.ts";
import { Texts } from "../workspace/texts.ts";
import type { ApiId, Checked, Engine, Question, ShownByFile } from "./engine.ts";
import { type ReadProject, readProjectOf } from "./read-project.ts";

export class OwnEngine implements Engine {
  private readonly texts = new Texts();
  private readonly projects = new Map<string, Promise<ReadProject>>();
  /** Counts the changes of texts: what was read of an earlier one is out of date. */
  private generation = 0;
  private pending: Promise<unknown> = Promise.resolve();

  open(path: string, text: string): void {
    this.texts.open(path, text);
    this.generation += 1;
  }

  edit(path: string, edits: readonly Edit[]): void {
    this.texts.edit(path, edits);
    this.generation += 1;
  }

  close(path: string): void {
    this.texts.close(path);
    this.generation += 1;
  }

  changed(): void {
    this.generation += 1;
  }

  async parsed(path: string): Promise<string | null> {
    const text = this.texts.textOf(path);
    const document = text === null ? null : this.texts.document(path);
    return text === null || document === null ? null : jsonOfParsed(text, document.value);
  }

  check(api: ApiId): Promise<Checked | null> {
    return this.after(async () => {
      const started = performance.now();
      const { generation } = this;
      const project = await this.projectOf(api);
      const analysis = await this.read(project, generation);
      if (analysis === null) return null;
      const diagnosticsByFile = shownDiagnostics(analysis);
      const { paths, documents } = analysis;
      const milliseconds = performance.now() - started;
      return { shown: diagnosticsByFile, paths, documents: documents.map((document) => document.path), milliseconds };
    });
  }

  lint(api: ApiId): Promise<ShownByFile | null> {
    return this.after(async () => {
      const { generation } = this;
      const project = await this.projectOf(api);
      if ((await this.read(project, generation)) === null) return null;
      await project.lint();
      return project.found === null || this.generation !== generation ? null : shownDiagnostics(project.found);
    });
  }

  breaking(api: ApiId, base: string | null): Promise<ShownByFile | null> {
    return this.after(async () => {
      const { generation } = this;
      const project = await this.projectOf(api);
      if ((await this.read(project, generation)) === null) return null;
      return await breakingChanges(project, base);
    });
  }

  typeAt(api: ApiId, spot: Spot, question?: Question): Promise<string | null> {
    return this.after(async () => {
      // Whether it was cancelled while it waited is among the events.
      await turnOfEvents();
      if (question?.isCancellationRequested === true) return null;
      const project = await this.projectOf(api);
      // A question is about all that was typed before it.
      for (let analysis = null; analysis === null; ) analysis = await this.read(project, this.generation);
      const read = project.found?.api ?? null;
      return read === null ? null : await typeAt(read, spot);
    });
  }

  /** `null` when a newer text has come. Events have their turn between reading and the checks: that of a key may be among them. */
  private async read(project: ReadProject, generation: number): Promise<ReadProject["found"]> {
    if (project.generation === generation && project.found !== null) return project.found;
    await turnOfEvents();
    if (this.generation !== generation) return null;
    const description = project.read(this.texts);
    await turnOfEvents();
    if (this.generation !== generation) return null;
    return await project.check(description, generation);
  }

  /** One after the other. */
  private after<T>(work: () => Promise<T>): Promise<T> {
    const result = this.pending.then(work);
    this.pending = result.catch(() => undefined);
    return result;
  }

  private projectOf(api: ApiId): Promise<ReadProject> {
    const key = JSON.stringify(api);
    const known = this.projects.get(key) ?? readProjectOf(api);
    this.projects.set(key, known);
    return known;
  }
}
