// Notes in memory, their attachments, and who watches them: what the handlers work on.
import type { Note } from "./generated/types/index.gen.ts";

export class Notes {
  readonly #notes = new Map<string, Note>();
  readonly #files = new Map<string, Blob>();
  readonly #watchers = new Set<(note: Note) => void>();
  #count = 0;

  get watcherCount(): number {
    return this.#watchers.size;
  }

  list(limit: number): Note[] {
    return [...this.#notes.values()].slice(-limit);
  }

  get(id: string): Note | null {
    return this.#notes.get(id) ?? null;
  }

  create(text: string): Note {
    this.#count += 1;
    const note = { id: String(this.#count), text };
    this.#notes.set(note.id, note);
    for (const notify of this.#watchers) notify(note);
    return note;
  }

  delete(id: string): void {
    this.#notes.delete(id);
    this.#files.delete(id);
  }

  file(id: string): Blob | null {
    return this.#files.get(id) ?? null;
  }

  /** `null` where there is no such note. */
  attach(id: string, { file, caption }: { readonly file: Blob; readonly caption?: string | undefined }): Note | null {
    const note = this.#notes.get(id);
    if (note === undefined) return null;
    const attached = { ...note, attachment: { bytes: file.size, ...(caption === undefined ? {} : { caption }) } };
    this.#notes.set(id, attached);
    this.#files.set(id, file);
    return attached;
  }

  /** Each note that is created from now on, until `signal` aborts. */
  watch(signal: AbortSignal): ReadableStream<Note> {
    let stop = (): void => {};
    return new ReadableStream<Note>({
      start: (controller) => {
        const notify = (note: Note): void => controller.enqueue(note);
        stop = () => void this.#watchers.delete(notify);
        this.#watchers.add(notify);
        signal.addEventListener("abort", () => stop());
      },
      cancel: () => stop(),
    });
  }
}
