// The body of a request: a field for each member of the schema, and the JSON beside them. Each follows the other.

import type { TryBodyField, TryIt } from "../../src/blocks/block.ts";
import { t } from "../words/interface.ts";
import { element, type Field, field, labelled, selectField } from "./try-fields.ts";

type Body = NonNullable<TryIt["body"]>;

export interface BodyEditor {
  readonly row: HTMLElement;
  readonly text: () => string;
}

export function bodyEditor({ text, fields }: Body): BodyEditor {
  const json = labelled(t("Body"), document.createElement("textarea"));
  json.input.value = text;
  json.input.rows = Math.min(20, Math.max(6, text.split("\n").length));
  json.input.spellcheck = false;
  const note = element("p", "rd-try-note");
  const rows = fields.map((one) => ({ field: one, ...inputOf(one) }));
  const fill = (): void => {
    const value = parsed(json.input.value);
    note.textContent = value === undefined ? t("The JSON cannot be read, so the fields do not follow it.") : "";
    if (value === undefined) return;
    for (const { field: one, input } of rows) input.value = textOf(valueAt(value, one.path), one);
  };
  for (const { field: one, input } of rows)
    input.addEventListener("input", () => {
      const value = parsed(json.input.value) ?? {};
      if (!isObject(value)) return;
      setAt(value, one.path, memberOf(input.value, one));
      json.input.value = JSON.stringify(value, null, 2);
    });
  json.input.addEventListener("input", fill);
  fill();
  const row = element("div", rows.length === 0 ? "rd-try-group" : "rd-try-body");
  const form = element("div", "rd-try-group");
  form.append(...rows.map((one) => one.row));
  const raw = element("div", "rd-try-group");
  raw.append(json.row, note);
  row.append(...(rows.length === 0 ? [] : [form]), raw);
  return { row, text: () => json.input.value };
}

function inputOf({ path, required, input, choices }: TryBodyField): Field {
  const name = `${path.join(".")}${required ? " (required)" : ""}`;
  if (input !== "choice") return field(name, input === "json" ? { placeholder: "JSON" } : {});
  const labels = choices.map((one) => (typeof one === "string" ? one : JSON.stringify(one)));
  return selectField(name, ["", ...choices.map((one) => JSON.stringify(one))], ["", ...labels]);
}

/** `undefined`: the member is absent. */
function memberOf(text: string, { input }: TryBodyField): unknown {
  if (text === "") return undefined;
  if (input === "string") return text;
  // Text that is no JSON yet is sent as it is typed: the API says what is wrong with it.
  return parsed(text) ?? text;
}

function textOf(value: unknown, { input }: TryBodyField): string {
  if (value === undefined) return "";
  return input === "string" && typeof value === "string" ? value : JSON.stringify(value);
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce((inner, key) => (isObject(inner) ? inner[key] : undefined), value);
}

/** Objects on the way are added, and those that are empty then go. */
function setAt(value: Record<string, unknown>, path: readonly string[], member: unknown): void {
  const [key = "", ...rest] = path;
  if (rest.length === 0) {
    if (member === undefined) delete value[key];
    else value[key] = member;
    return;
  }
  const existing = value[key];
  const inner = isObject(existing) ? existing : {};
  setAt(inner, rest, member);
  if (Object.keys(inner).length > 0) value[key] = inner;
  else delete value[key];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
