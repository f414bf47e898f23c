// An operation -> what its description says in words: of the operation itself, of its responses, and of what rejects it.
import { type Operation, type Schema, statusText } from "waybill/description";
import { propertiesIn } from "./schema-parts.ts";

/** All of it in one text. */
export function statedOf({ words, responses, parameters }: Operation): string {
  const texts = [words.summary, words.description, ...responses.map(({ description }) => description)];
  return [...texts, ...parameters.map((one) => one.words.description)].filter((text) => text !== null).join(" ");
}

/** The descriptions of its responses with these statuses. */
export function statedRefusalOf({ responses }: Operation, statuses: readonly number[]): string {
  return responses
    .filter(({ status }) => statuses.some((code) => statusText(status) === String(code)))
    .map(({ description }) => description)
    .join(" ");
}

/** The description of a member. */
export function statedMemberOf(schema: Schema, member: string): string {
  const property = propertiesIn(schema).find(({ name }) => name === member);
  return property === undefined ? "" : textOf(property.schema);
}

export function sentencesIn(text: string): string[] {
  return text.split(/[.\n](?:\s|$)/);
}

/** Of a schema, with those that it refers to. */
export function textOf(schema: Schema): string {
  const inner = schema.kind === "ref" ? textOf(schema.target.schema) : "";
  const parts = schema.kind === "intersection" ? schema.members.map(textOf) : [];
  return [schema.annotations.description ?? "", inner, ...parts].join(" ").trim();
}

export function declares({ responses }: Operation, code: number): boolean {
  return responses.some(({ status }) => status.kind === "code" && status.code === code);
}

/** Whether a text has a noun, in either number. */
export function isNamedIn(text: string, noun: string): boolean {
  return noun !== "" && new RegExp(`\\b${noun.replace(/[^A-Za-z0-9]/g, ".?")}(s|es)?\\b`, "i").test(text);
}
