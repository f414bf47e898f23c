// The format of a multipart body with files -> the same that checks them, and sends those of React Native as its `FormData` does.

import { bytesIn } from "../../http/runtime/bodies.ts";
import { fieldItemsOf, fieldText, type MultipartFormat, membersOf, type Part } from "../../http/runtime/forms.ts";
import type { SentBody, WritingFormat } from "./runtime.ts";

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
  // Platforms declare only what browsers take.
  const target: { append(name: string, value: unknown): void; getAll?(name: string): unknown } = form;
  for (const { name, value } of parts) target.append(name ?? "", value instanceof Blob ? value : fieldText(value));
  for (const [name, file] of native) {
    target.append(name, file);
    // On other platforms it becomes a text.
    if ([target.getAll?.(name)].flat().includes(String(file))) throw notFile(name);
  }
  return form;
}
