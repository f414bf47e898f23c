// The readers of the command line -> what each is started with, and the worst of what it accepts.
import { type Files, type Input, inputs } from "./inputs.ts";

export interface Reader {
  readonly words: (entry: string) => readonly string[];
  readonly inputs: Readonly<Record<string, Input>>;
}

const numbers = (size: number): number[] => Array.from({ length: size }, (_, at) => at);
const small = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "T", version: "1" },
  paths: { "/a": { get: { operationId: "a", responses: { 200: { description: "OK" } } } } },
});
const description: Files = { "openapi.json": small };

/** Files of JSON that a reader of ours checks: longest text, most keys, deepest nesting, no JSON at all. */
function jsonFile(name: string, wrapped: (value: unknown) => unknown): Readonly<Record<string, Input>> {
  const of = (value: unknown): Files => ({ ...description, [name]: JSON.stringify(wrapped(value)) });
  return {
    "a long text": { size: 4_000_000, files: (size) => of("x".repeat(size)) },
    "many keys": {
      size: 100_000,
      files: (size) => of(Object.fromEntries(numbers(size).map((at) => [`key${at}`, at]))),
    },
    "many entries": { size: 100_000, files: (size) => of(numbers(size).map((at) => ({ id: at }))) },
    "nested arrays": {
      size: 100_000,
      files: (size) => ({ ...description, [name]: `${"[".repeat(size)}${"]".repeat(size)}` }),
    },
  };
}

export const readers: Readonly<Record<string, Reader>> = {
  lint: { words: (entry) => ["lint", entry], inputs },
  generate: { words: (entry) => ["generate", entry, "--out", "out"], inputs },
  diff: { words: (entry) => ["diff", `before/${entry}`, entry], inputs },
  scaffold: { words: (entry) => ["scaffold", `--${entry.split(".")[0]}`, entry, "--out", "out"], inputs },
  init: { words: (entry) => ["init", entry, "--out", "out"], inputs },
  "events list": { words: (entry) => ["events", "list", entry], inputs },
  upgrade: {
    words: (entry) => ["upgrade", "--from", `before/${entry}`, `--${entry.split(".")[0]}`, entry, "--out", "out"],

    inputs,
  },
  conform: {
    words: (entry) => [
      "conform",
      `--${entry.startsWith("async") ? "asyncapi" : "openapi"}`,
      entry,
      "--url",
      "http://127.0.0.1:9",
    ],
    inputs,
  },
  configuration: {
    words: () => ["generate", "--config", "waybill.config.json"],
    inputs: jsonFile("waybill.config.json", (value) => ({
      apis: { a: { openapi: "openapi.json", out: "out", tolerate: value } },
    })),
  },
  overlay: {
    words: () => ["lint", "openapi.json", "--overlay", "overlay.json"],
    inputs: jsonFile("overlay.json", (value) => ({
      overlay: "1.0.0",
      info: { title: "T", version: "1" },
      actions: [{ target: "$..*", update: { x: value } }],
    })),
  },
  "accepted changes": {
    words: () => ["diff", "openapi.json", "openapi.json", "--accepted", "accepted.json"],
    inputs: jsonFile("accepted.json", (value) => ({ accepted: value })),
  },
  manifest: {
    words: () => ["generate", "openapi.json", "--out", "out"],
    inputs: jsonFile("out/waybill.manifest.json", (value) => ({ waybill: "0.1.0", outputs: value })),
  },
  "values of conform": {
    words: () => ["conform", "--openapi", "openapi.json", "--url", "http://127.0.0.1:9", "--values", "values.json"],
    inputs: jsonFile("values.json", (value) => ({ value })),
  },
  "excuses of conform": {
    words: () => ["conform", "--openapi", "openapi.json", "--url", "http://127.0.0.1:9", "--excuses", "excuses.json"],
    inputs: jsonFile("excuses.json", (value) => ({ statuses: value })),
  },
};
