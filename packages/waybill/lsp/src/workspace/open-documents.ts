// The documents that are open in an editor, kept the same in three places: for the protocol, for the features, and for the engine.
import { TextDocuments } from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import type { Engine } from "../engine/engine.ts";
import { pathOfUri } from "../places.ts";
import { changeDocument, type Edit } from "../text/edit.ts";
import type { OpenText } from "./open-text.ts";
import type { Texts } from "./texts.ts";

/** What the last keys did to a document. */
export interface DocumentChange {
  readonly document: TextDocument;
  readonly file: string;
  /** `null` for a document that was just opened. */
  readonly before: OpenText | null;
  readonly edits: readonly Edit[];
}

export interface OpenDocuments {
  readonly documents: TextDocuments<TextDocument>;
  readonly changeOf: (document: TextDocument) => DocumentChange | null;
  readonly close: (document: TextDocument) => void;
}

export function openDocuments(texts: Texts, engine: Engine): OpenDocuments {
  const last = new Map<string, DocumentChange>();
  const documents = new TextDocuments<TextDocument>({
    create(uri, language, version, text) {
      const file = pathOfUri(uri);
      if (file !== null) {
        texts.open(file, text);
        engine.open(file, text);
      }
      return TextDocument.create(uri, language, version, text);
    },
    update(before, changes, version) {
      const file = pathOfUri(before.uri);
      const { document, edits, texts: changed } = changeDocument(before, changes, version);
      if (file === null) return document;
      last.set(document.uri, { document, file, before: texts.openText(file), edits });
      texts.edit(file, edits, changed);
      engine.edit(file, edits);
      return document;
    },
  });
  return {
    documents,
    changeOf: ({ uri }) => {
      const change = last.get(uri) ?? null;
      last.delete(uri);
      return change;
    },
    close: ({ uri }) => {
      const file = pathOfUri(uri);
      if (file === null) return;
      texts.close(file);
      engine.close(file);
    },
  };
}
