// What each operation does. No framework: the programs beside this file serve it.
import { type Handlers, unhandled } from "./generated/server/index.gen.ts";
import type { Notes } from "./notes.ts";

export interface Context {
  readonly notes: Notes;
  /** Aborted when the client disconnects before the response. */
  readonly signal: AbortSignal;
}

const noNote = { status: 404, contentType: "application/json", body: { error: "no_note" } } as const;

export const handlers: Handlers<Context> = {
  ...unhandled,
  async listNotes({ query }, { notes }) {
    return { status: 200, contentType: "application/json", body: notes.list(query?.limit ?? 20) };
  },
  async createNote({ body }, { notes }) {
    return { status: 201, contentType: "application/json", body: notes.create(body.text) };
  },
  async getNote({ path }, { notes }) {
    const note = notes.get(path.noteId);
    return note === null ? noNote : { status: 200, contentType: "application/json", body: note };
  },
  async deleteNote({ path }, { notes }) {
    notes.delete(path.noteId);
    return { status: 204 };
  },
  async putAttachment({ path, body }, { notes }) {
    const note = notes.attach(path.noteId, body);
    return note === null ? noNote : { status: 200, contentType: "application/json", body: note };
  },
  async getAttachment({ path }, { notes }) {
    const file = notes.file(path.noteId);
    return file === null ? noNote : { status: 200, contentType: "application/octet-stream", body: file };
  },
  async watchNotes(_request, { notes, signal }) {
    return { status: 200, contentType: "application/jsonl", body: notes.watch(signal) };
  },
  async getStatus(_request, { notes }) {
    return { status: 200, contentType: "application/json", body: { watchers: notes.watcherCount } };
  },
};
