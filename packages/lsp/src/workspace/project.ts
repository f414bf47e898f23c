// An API whose description is open in an editor: its documents as they are now, and what the engine found last.
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

  /** The documents that were read last, as their texts are now; without those that do not parse. */
  documents(): readonly SourceDocument[] {
    return (this.checked?.documents ?? []).map((file) => this.texts.document(file)).filter((one) => one !== null);
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
    const found = await this.engine.check(this.id);
    if (found !== null) this.checked = found;
    return found;
  }
}
