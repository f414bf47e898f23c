// An API whose description is open in an editor: what was read of it last, and its description as it was last released.
import {
  type Change,
  type DescribedApi,
  type Diagnostic,
  describedNear,
  diffApis,
  ownApi,
  type Released,
  readEdited,
  releasedApi,
  type UncheckedDescription,
} from "waybill/language";
import { entriesOf, folderOf } from "../workspace/described-files.ts";
import type { Texts } from "../workspace/texts.ts";
import type { ApiId } from "./engine.ts";

/** A description with its problems. */
export interface FoundDescription extends UncheckedDescription {
  readonly diagnostics: readonly Diagnostic[];
  readonly entries: readonly string[];
  readonly folder: string;
}

export async function readProjectOf(api: ApiId): Promise<ReadProject> {
  if (api.configFile === null) return new ReadProject(ownApi(api.file, api.kind));
  const { apis } = await describedNear(api.configFile, api.turn);
  const described = apis.find(({ files }) => files.name === api.name);
  if (described === undefined) throw new Error(`${api.configFile} has no API named ${api.name}`);
  return new ReadProject(described);
}

export class ReadProject {
  readonly described: DescribedApi;
  /** Paths in messages are relative to it. */
  readonly folder: string;
  /** `null` until it was read once. */
  found: FoundDescription | null = null;
  /** Of the texts that `found` is about. */
  generation = -1;
  private isLinted = false;
  private released: Promise<Released | null> | null = null;

  constructor(described: DescribedApi) {
    this.described = described;
    this.folder = folderOf(described);
  }

  read({ read, parse }: Texts): UncheckedDescription {
    // Out of date: memory for one model is enough.
    this.found = null;
    return readEdited(this.described.files, { cwd: this.folder, readText: read, parse });
  }

  async check(description: UncheckedDescription, generation: number): Promise<FoundDescription> {
    const diagnostics = await description.checked("edit");
    const { described, folder } = this;
    this.found = { ...description, diagnostics, folder, entries: entriesOf(described) };
    this.generation = generation;
    this.isLinted = false;
    return this.found;
  }

  /** Adds what the official schemas reject to what was found. */
  async lint(): Promise<void> {
    const { found } = this;
    if (found === null || this.isLinted) return;
    const diagnostics = await found.linted();
    if (this.found === found) this.found = { ...found, diagnostics };
    this.isLinted = true;
  }

  /** What consumers of the last release notice; `null` where there is none, or where one of the two cannot be read. */
  async changes(named: string | null): Promise<{ readonly since: string; readonly changes: readonly Change[] } | null> {
    const { found } = this;
    const api = found?.api?.whole ?? null;
    const isBroken = found?.diagnostics.some(({ severity }) => severity === "error") !== false;
    if (api === null || isBroken) return null;
    const released = await this.lastRelease(named);
    return released === null ? null : { since: released.name, changes: diffApis(released.api, api) };
  }

  private async lastRelease(named: string | null): Promise<Released | null> {
    this.released ??= releasedApi(this.described, named).then((release) => {
      if (!release.ok) throw new Error(release.problems.map(({ message }) => message).join("; "));
      return release.value;
    });
    return await this.released;
  }
}
