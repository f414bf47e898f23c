// Multipart bodies with files: the format of one -> the same that checks them, and sends those of React Native as its `FormData` does.

import { bytesIn, wellFormed } from "../../http/runtime/bodies.ts";
import { blobOfTypes } from "../../http/runtime/encodings.ts";
import {
  fieldItemsOf,
  fieldText,
  type MultipartFormat,
  membersOf,
  type Part,
  partOf,
} from "../../http/runtime/forms.ts";
import type { SentBody, WritingFormat } from "./runtime.ts";

/**
 * The format of a form of files and texts alone, which `FormData` writes like `multipart`. `files`: the content types of each file, by
 * name. Throws a `TypeError` for what has to be a file and is none, or one of another type.
 */
export function formOfFiles(files: Readonly<Record<string, string>>): WritingFormat<SentBody> {
  return {
    kind: "multipart",
    write: (body) => {
      const form = new FormData();
      for (const [name, value] of membersOf(body)) {
        const types = Object.hasOwn(files, name) ? files[name] : undefined;
        for (const item of fieldItemsOf(value)) {
          const { value: part } = partOf(name, item);
          if (part instanceof Blob)
            form.append(wellFormed(name), types === undefined ? part : blobOfTypes(name, part, types));
          else if (types === undefined) form.append(wellFormed(name), fieldText(part));
          else appendNative(form, name, item);
        }
      }
      return form;
    },
  };
}

/**
 * `files`: the parts that are files, by name, and whether they are nothing else; `*` for the names that are not listed. Throws a
 * `TypeError` for what has to be a file and is none. React Native's file is `{ uri, name, type }`.
 */
export function withFiles(
  format: MultipartFormat,
  files: Readonly<Record<string, boolean | null>>,
): WritingFormat<SentBody> {
  return {
    ...format,
    write: (body, type) => {
      const native: [string, unknown][] = [];
      const others = membersOf(body).map(([name, value]): [string, unknown] => {
        const rule = (Object.hasOwn(files, name) ? files[name] : files["*"]) ?? null;
        if (rule === null) return [name, value];
        const items = fieldItemsOf(value);
        if (rule && !items.every(isFile)) throw notFile(name);
        native.push(...items.filter(isNative).map((item): [string, unknown] => [name, item]));
        return [name, items.filter((item) => !isNative(item))];
      });
      return native.length === 0
        ? format.write(body, type)
        : formOf(format.partsOf(Object.fromEntries(others)), native);
    },
  };
}

function isFile(value: unknown): boolean {
  return value instanceof Blob || isNative(value) || bytesIn(value) !== null;
}

function isNative(value: unknown): boolean {
  return typeof Object(value).uri === "string";
}

function notFile(name: string): TypeError {
  return new TypeError(`${name} has to be a Blob, a buffer or a typed array`);
}

/** A part has no content type here, unless it is a file. */
function formOf(parts: readonly Part[], native: readonly (readonly [string, unknown])[]): FormData {
  const form = new FormData();
  for (const { name, value } of parts) form.append(name ?? "", value instanceof Blob ? value : fieldText(value));
  for (const [name, file] of native) appendNative(form, name, file);
  return form;
}

function appendNative(form: FormData, name: string, file: unknown): void {
  // Platforms declare only what browsers take.
  const target: { append(name: string, value: unknown): void; getAll?(name: string): unknown } = form;
  if (isNative(file)) target.append(name, file);
  // On other platforms it becomes a text.
  if (!isNative(file) || [target.getAll?.(name)].flat().includes(String(file))) throw notFile(name);
}
