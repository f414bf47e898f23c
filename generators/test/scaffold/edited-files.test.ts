// Files as people leave them, at random: nothing of them is lost, in any form.
import { diffLines } from "diff";
import fc from "fast-check";
import { expect, test } from "vitest";
import { planned, scaffolded, type Texts } from "./planned.ts";

const comments = [
  "// TODO: {",
  "/* a block */",
  "/** A doc comment with `code` and 'quotes'. */",
  '// import { x } from "y";',
  "/* several\n   lines */",
  "// eslint-disable-next-line",
  "// waybill: getA is fine",
  "",
];

/** How a handler is written: its statements, and the member of the table where it is not its name. */
const forms: readonly ((name: string, type: string) => { readonly text: string; readonly local?: string })[] = [
  (name, type) => ({
    text: `export async function ${name}(request: ${type}Request, context: Context): Promise<${type}Response> {\n  const local = request;\n  return use(local, context);\n}`,
  }),
  (name, type) => ({
    text: `export const ${name} = async (request: ${type}Request): Promise<${type}Response> => use(request);`,
  }),
  (name, type) => ({
    text: `export const ${name}: Handlers["${name}"] = logged((request: ${type}Request) => use(request));`,
  }),
  (name) => ({
    text: `const ${name}Own = (async (request) => use(request)) satisfies Handlers["${name}"];\nexport { ${name}Own as ${name} };`,
  }),
  (name) => ({
    text: `function renamed_${name}(this: void, ...all: unknown[]) {\n  return use(...all) as never;\n}\nexport { renamed_${name} };`,
    local: `renamed_${name}`,
  }),
  (name) => ({
    text: `@sealed class ${name}Class {\n  static #x = 1;\n  run = async () => use(${name}Class.#x);\n}\nexport const ${name} = new ${name}Class().run;`,
  }),
];

const names = ["getA", "getB", "getC", "getD", "getE"];

const chosen = fc.record({
  forms: fc.array(fc.nat(forms.length - 1), { minLength: names.length, maxLength: names.length }),
  /** In which of the files each is. */
  homes: fc.array(fc.nat(2), { minLength: names.length, maxLength: names.length }),
  order: fc.shuffledSubarray(names, { minLength: 1 }),
  comments: fc.array(fc.nat(comments.length - 1), { minLength: 24, maxLength: 24 }),
  table: fc.nat(6),
  isInline: fc.boolean(),
  hasComma: fc.boolean(),
  crlf: fc.boolean(),
  bom: fc.boolean(),
  tabs: fc.boolean(),
  single: fc.boolean(),
  semicolons: fc.boolean(),
  hasEnd: fc.boolean(),
  described: fc.subarray([...names, "newA", "newB", "newC"]),
  tags: fc.array(fc.constantFrom("one", "two", "three"), { minLength: 8, maxLength: 8 }),
});

type Chosen = typeof chosen extends fc.Arbitrary<infer Value> ? Value : never;

const homes = ["handlers/one.ts", "handlers/two.ts", "elsewhere/deep/other.ts"];

function filesOf(choice: Chosen): Texts {
  let turn = 0;
  const comment = (): string => comments[choice.comments[turn++ % choice.comments.length] ?? 0] ?? "";
  const written = choice.order.map((name) => {
    const at = names.indexOf(name);
    const form = forms[choice.forms[at] ?? 0] ?? forms[0];
    if (form === undefined) throw new Error("there is no form");
    const home = homes[choice.homes[at] ?? 0] ?? "";
    return { name, home, ...form(name, name.charAt(0).toUpperCase() + name.slice(1)) };
  });
  const files: Record<string, string> = {};
  for (const home of new Set(written.map((one) => one.home))) {
    const own = written.filter((one) => one.home === home);
    const up = home.startsWith("handlers/") ? ".." : "../..";
    const types = own.flatMap(({ name }) => {
      const type = name.charAt(0).toUpperCase() + name.slice(1);
      return [`${type}Request`, `${type}Response`];
    });
    files[home] = [
      comment(),
      `import type { ${types.join(", ")} } from "${up}/../generated/types/index.gen.ts"; ${comment().split("\n")[0]?.startsWith("//") === true ? "// why" : ""}`,
      `import type { Context } from "${up}/context.ts";`,
      `import { type Handlers } from "${up}/../generated/server/index.gen.ts";`,
      comment(),
      ...own.flatMap(({ text }) => [text, comment(), ""]),
    ].join("\n");
  }
  const members = written.map(({ name, local }) => (local === undefined ? name : `${name}: ${local}`));
  const imports = written.map(({ name, local, home }) => `import { ${local ?? name} } from "./${home}";`);
  const separator = choice.isInline ? ", " : ",\n  ";
  const listed = ["...unhandled", ...members].map((member, at) =>
    choice.isInline || at === 0 ? member : `${comment().startsWith("//") ? `// about ${at}\n  ` : ""}${member}`,
  );
  const end = `${choice.hasComma ? "," : ""}${!choice.isInline && choice.crlf ? " // last" : ""}`;
  const object = choice.isInline ? `{ ${listed.join(separator)}${end} }` : `{\n  ${listed.join(separator)}${end}\n}`;
  const declarations = [
    `export const handlers: Handlers<Context> = ${object};`,
    `export default ${object} satisfies Handlers<Context>;`,
    `export const handlers = logged(${object}) as Handlers<Context>;`,
    `const own = ${object} as const;\nexport const handlers: Handlers<Context> = own;`,
    `export function handlers(): Handlers<Context> {\n  // built\n  return ${object};\n}`,
    `export const handlers: Handlers<Context> = { ...made(), ...${object} };`,
    `export class Api implements Handlers<Context> {\n  own = ${object};\n}`,
  ];
  files["handlers.ts"] = [
    comment(),
    `import { type Handlers, unhandled } from "../generated/server/index.gen.ts";`,
    `import type { Context } from "./context.ts"; ${comment() === "" ? "" : "/* ours */"}`,
    ...imports,
    comment(),
    declarations[choice.table] ?? "",
    comment(),
  ].join("\n");
  files["context.ts"] = "export interface Context {\n  readonly user: string;\n}\n";
  return Object.fromEntries(Object.entries(files).map(([file, text]) => [file, formatted(text, choice)]));
}

function formatted(text: string, { crlf, bom, tabs, single, semicolons, hasEnd }: Chosen): string {
  let own = `${text.trimEnd()}${hasEnd ? "\n" : ""}`;
  if (single) own = own.replaceAll(/from "([^"]+)"/g, "from '$1'");
  if (!semicolons) own = own.replaceAll(/;(?=\n|$)/g, "");
  if (tabs) own = own.replaceAll(/^ {2}/gm, "\t");
  if (crlf) own = own.replaceAll("\n", "\r\n");
  return (bom ? "\uFEFF" : "") + own;
}

function tagged(choice: Chosen): string[] {
  return choice.described.map((name, at) => `${name}@${choice.tags[at] ?? "one"}`);
}

test("nothing of edited files is lost, every operation gets a handler or is named, and a second run changes nothing", () => {
  const property = fc.property(chosen, (choice) => {
    const files = filesOf(choice);
    const words = tagged(choice);
    const plan = planned(files, words);
    if (plan.kind !== "planned") throw new Error(`${JSON.stringify(plan)}\n${JSON.stringify(files, null, 1)}`);
    for (const { path, before, text } of plan.changes) if (before !== null) checkKept(path, before, text);
    const after = scaffolded(files, words);
    // What no edit is about is not touched.
    for (const [path, text] of Object.entries(files))
      if (!plan.changes.some((change) => change.path === path)) expect(after[path]).toBe(text);
    const again = planned(after, words);
    expect(again).toMatchObject({ kind: "planned", changes: [] });
    const unclear = plan.notes.flatMap(({ kind, operations }) => (kind === "unclear" ? operations : []));
    for (const name of choice.described) {
      const isHandled = new RegExp(`\\b${name}\\b(?:,|:| |\\r?\\n)`).test(after["handlers.ts"] ?? "");
      expect(isHandled || unclear.includes(name), `${name} is neither handled nor named`).toBe(true);
    }
  });
  fc.assert(property, { numRuns: Number(process.env["SCAFFOLD_RUNS"] ?? 60), endOnFailure: true });
});

/** Only lines with lists change: names are added to imports and to a table on one line, and a comma to a last member. */
function checkKept(path: string, before: string, text: string): void {
  const unmarked = text.replace(
    /\/\/ waybill: \w+ is no longer .*? need it\.\r?\n[ \t]*|\/\* waybill: \w+ is no longer .*? need it\. \*\/ /g,
    "",
  );
  const changes = diffLines(before, unmarked);
  for (const [at, { removed, value }] of changes.entries()) {
    if (removed !== true) continue;
    const next = changes[at + 1]?.added === true ? (changes[at + 1]?.value ?? "") : "";
    const line = value.replace(/\r?\n$/, "");
    const isList = /^\uFEFF?(?:import|.*\{ \.\.\.unhandled)/.test(line) && isSubsequence(line, next);
    const withComma = line.replace(/^([\w\s:.]+?)(\s*\/\/.*)?$/, "$1,$2");
    const isKept =
      isList || next.startsWith(`${withComma}\r\n`) || next.startsWith(`${withComma}\n`) || next.startsWith(line);
    expect(isKept, `${path}: ${JSON.stringify(value)} became ${JSON.stringify(next)}`).toBe(true);
  }
  expect(text.startsWith("\uFEFF")).toBe(before.startsWith("\uFEFF"));
  if (before.includes("\r\n")) expect(text.replaceAll("\r\n", "")).not.toContain("\n");
  else expect(text).not.toContain("\r");
  expect(text.endsWith("\n")).toBe(before.endsWith("\n"));
}

function isSubsequence(one: string, other: string): boolean {
  let at = 0;
  for (const character of other) if (character === one[at]) at += 1;
  return at === one.length;
}
