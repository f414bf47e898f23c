// An API whose description is open in an editor: what was read of it last, and its description as it was last released.
import path from "node:path";
import {
  type Change,
  type CheckedDescription,
  checkEdited,
  type DescribedApi,
  diffApis,
  type Released,
  releasedApi,
  type SourceDocument,
  schemaTypesOf,
} from "waybill/language";
import type { Texts } from "./texts.ts";

export class Project {
  readonly described: DescribedApi;
  /** The folder that paths in messages are relative to. */
  readonly folder: string;
  /** `null` until it was read once. */
  checked: CheckedDescription | null = null;
  private readonly texts: Texts;
  private released: Promise<Released | null> | null = null;
  private types: { readonly of: CheckedDescription; readonly text: Promise<string> } | null = null;

  constructor(described: DescribedApi, texts: Texts) {
    const { configFile, openapi, asyncapi } = described.files;
    this.described = described;
    this.texts = texts;
    this.folder = path.dirname(configFile ?? openapi ?? asyncapi ?? ".");
  }

  /** Absolute paths of the documents that it starts from. */
  get entries(): readonly string[] {
    const { openapi, asyncapi } = this.described.files;
    return [openapi, asyncapi].flatMap((file) => (file === null ? [] : [file.replaceAll("\\", "/")]));
  }

  has(file: string): boolean {
    return this.entries.includes(file) || this.checked?.paths.has(file) === true;
  }

  async check(mode: "edit" | "lint"): Promise<CheckedDescription> {
    const { read, parse } = this.texts;
    const checked = await checkEdited(this.described.files, { cwd: this.folder, readText: read, parse, mode });
    this.checked = checked;
    return checked;
  }

  documentAt(file: string): SourceDocument | null {
    return this.checked?.documents.find((document) => document.path === file) ?? null;
  }

  /** What consumers of the last release notice; `null` where there is none, or where one of the two cannot be read. */
  async changes(named: string | null): Promise<{ readonly since: string; readonly changes: readonly Change[] } | null> {
    const { checked } = this;
    const api = checked?.api?.whole ?? null;
    const isBroken = checked?.diagnostics.some(({ severity }) => severity === "error") !== false;
    if (api === null || isBroken) return null;
    const released = await this.lastRelease(named);
    return released === null ? null : { since: released.name, changes: diffApis(released.api, api) };
  }

  /** The next question reads the release again. */
  forgetRelease(): void {
    this.released = null;
  }

  /** The text of the types of all schemas, as it is generated. */
  async typesText(): Promise<string> {
    const { checked } = this;
    const read = checked?.api;
    if (checked === null || read === null || read === undefined) return "";
    if (this.types?.of !== checked) this.types = { of: checked, text: schemaTypesOf(read.whole, read.options) };
    return await this.types.text;
  }

  private async lastRelease(named: string | null): Promise<Released | null> {
    this.released ??= releasedApi(this.described, named).then((found) => {
      if (!found.ok) throw new Error(found.problems.map(({ message }) => message).join("; "));
      return found.value;
    });
    return await this.released;
  }
}
