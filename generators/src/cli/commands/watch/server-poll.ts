// Documents from servers nearby -> a call whenever one of them sends something else than before. Servers have no file events.
import type { Project } from "../../../run/config/project.ts";
import { isPrivateHost } from "../../../run/config/sources/fetched.ts";
import { fetchedDescription } from "../../../run/config/sources/fetched-description.ts";
import type { ForeignSource } from "../../../run/config/sources/foreign-source.ts";
import { integrityOf } from "../../../run/config/sources/remote-file.ts";

/** Fast enough to look immediate after a server has restarted, slow enough to stay out of its log's way. */
export const pollMilliseconds = 1_000;

interface Listener {
  /** The URL that has something new. */
  readonly changed: (url: string) => void;
  /** A message for the user: a server has stopped or is back. */
  readonly note: (line: string) => void;
}

export class ServerPoll {
  private readonly listener: Listener;
  private project: Pick<Project, "rules"> | null = null;
  private timer: NodeJS.Timeout | null = null;
  /** Entries whose server did not respond the last time. */
  private readonly silent = new Set<string>();
  private isBehind = false;

  constructor(listener: Listener) {
    this.listener = listener;
  }

  /** From now on the documents of this project. */
  watch(project: Pick<Project, "rules">): void {
    this.project = project;
    this.isBehind = false;
    if (this.timer === null && entriesOf(project).length > 0) this.wait();
  }

  /** The last build could not read all of it: the next response counts as new. */
  retry(): void {
    this.isBehind = true;
  }

  close(): void {
    this.project = null;
    if (this.timer !== null) clearTimeout(this.timer);
  }

  private wait(): void {
    this.timer = setTimeout(() => void this.poll(), pollMilliseconds);
  }

  private async poll(): Promise<void> {
    for (const { name } of entriesOf(this.project)) await this.ask(name);
    this.timer = null;
    if (entriesOf(this.project).length > 0) this.wait();
  }

  private async ask(url: string): Promise<void> {
    const response = await fetchedDescription(new URL(url), this.project?.rules.limits ?? {});
    // A build may have begun meanwhile, and read the same already.
    const known = this.project?.rules.foreign ?? [];
    if (this.project === null) return;
    if (!response.ok) {
      if (!this.silent.has(url)) this.listener.note(`${url} cannot be fetched: ${response.reason}; waiting for it`);
      this.silent.add(url);
      return;
    }
    const isBack = this.silent.delete(url);
    const isNew = [...response.documents].some(
      ([href, bytes]) => known.find(({ name }) => name === href)?.live?.integrity !== integrityOf(bytes),
    );
    if (isNew || this.isBehind) this.listener.changed(url);
    else if (isBack) this.listener.note(`${url} is back, unchanged`);
  }
}

/** A remote server is not polled every second. */
function entriesOf(project: Pick<Project, "rules"> | null): ForeignSource[] {
  const foreign = project?.rules.foreign ?? [];
  return foreign.filter(({ name, live }) => live?.isEntry === true && isPrivateHost(new URL(name)));
}
