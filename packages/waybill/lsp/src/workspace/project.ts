// An API whose description is open in an editor: its documents as they are now, and what the engine found last.
import path from "node:path";
import type { DescribedApi, SourceDocument } from "waybill/language";
import type { ApiId, Checked, Engine } from "../engine/engine.ts";
import { entriesOf, folderOf } from "./described-files.ts";
import type { Texts } from "./texts.ts";

export interface ProjectParts {
  readonly id: ApiId;
  readonly described: DescribedApi;
  readonly texts: Texts;
  readonly engine: Engine;
}

export class Project {
  readonly id: ApiId;
  readonly described: DescribedApi;
  /** The folder that paths in messages are relative to. */
  readonly folder: string;
  /** Absolute paths of the documents that it starts from. */
  readonly entries: readonly string[];
  /** `null` until it was read once. */
  checked: Checked | null = null;
  private readonly texts: Texts;
  private readonly engine: Engine;
  private reading: Promise<Checked | null> | null = null;

  constructor({ id, described, texts, engine }: ProjectParts) {
    this.id = id;
    this.described = described;
    this.folder = folderOf(described);
    this.entries = entriesOf(described);
    this.texts = texts;
    this.engine = engine;
  }

  has(file: string): boolean {
    return this.entries.includes(file) || this.checked?.paths.has(file) === true;
  }

  /** The documents that were read last, as their texts are now, or when they last parsed. */
  documents(): readonly SourceDocument[] {
    return (this.checked?.documents ?? []).flatMap((file) => this.texts.lastParsed(file)?.document ?? []);
  }

  /** Those of them that it starts from. */
  entryDocuments(): readonly SourceDocument[] {
    return this.entries.flatMap((file) => this.texts.lastParsed(file)?.document ?? []);
  }

  /** The first file, relative to the folder, that there is and that does not parse; `null` where all do. */
  unparsed(): string | null {
    const file = [...(this.checked?.paths ?? [])].find(
      (one) => !isProse(one) && this.texts.textOf(one) !== null && this.texts.document(one) === null,
    );
    return file === undefined ? null : this.nameOf(file);
  }

  /** A path as messages have it. */
  nameOf(file: string): string {
    return path.posix.relative(this.folder.replaceAll("\\", "/"), file);
  }

  /** `null` when a newer text came meanwhile. */
  check(): Promise<Checked | null> {
    const reading = this.readByEngine().finally(() => {
      if (this.reading === reading) this.reading = null;
    });
    this.reading = reading;
    return reading;
  }

  /** Resolves when it was read once. */
  async known(): Promise<void> {
    while (this.checked === null) await (this.reading ?? this.check());
  }

  private async readByEngine(): Promise<Checked | null> {
    const { turn } = this.texts;
    const checked = await this.engine.check(this.id);
    if (checked === null) return null;
    // With edits meanwhile, which texts were read is not known.
    if (turn === this.texts.turn) for (const file of checked.documents) this.texts.settle(file);
    this.checked = this.withUnread(checked);
    return checked;
  }

  /** While a document does not parse, it is still part of the API, and so are those that it referred to. */
  private withUnread(checked: Checked): Checked {
    const { checked: before } = this;
    const read = new Set(checked.documents);
    const isWhole = before === null || before.documents.every((file) => read.has(file) || !checked.paths.has(file));
    if (isWhole) return checked;
    const documents = new Set([...checked.documents, ...before.documents]);
    return { ...checked, documents: [...documents], paths: new Set([...checked.paths, ...before.paths]) };
  }
}

/** A text that a description may include: `description: { $ref: intro.md }`. */
function isProse(file: string): boolean {
  return /\.(?:md|markdown|txt|html?)$/i.test(file);
}
