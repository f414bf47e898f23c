// What an editor shows of a call: the members of its responses, not the name of their type.
import { createRequire } from "node:module";
import { expect, it } from "vitest";
import { ran } from "../../cli/in-process.ts";
import { Workspace } from "../../cli/workspace.ts";

const ts: typeof import("ts-morph").ts = createRequire(import.meta.url)("typescript-5.9");

const description = `openapi: 3.1.1
info: { title: Shop, version: "1" }
paths:
  /order:
    get:
      operationId: getOrder
      responses:
        "200": { description: "", content: { application/json: { schema: { type: object, required: [color], properties: { color: { type: string } } } } } }
        "404": { description: "" }
`;

it("the type of a response is shown by status, from a client and from a function that sends", async () => {
  const workspace = new Workspace({ "openapi.yaml": description });
  await ran(workspace.folder, "generate", "--openapi", "openapi.yaml", "--out", "out", "--target", "client");
  workspace.write(
    "use.ts",
    `import { createClient, createSend, getOrder } from "./out/client/index.gen.ts";
export const one = await createClient({ baseUrl: "" }).getOrder();
export const other = await createSend({ baseUrl: "" })(getOrder, {});
`,
  );
  const settings = {
    target: "esnext",
    module: "esnext",
    moduleResolution: "bundler",
    allowImportingTsExtensions: true,
    noEmit: true,
    strict: true,
    types: [],
  };
  const { options } = ts.convertCompilerOptionsFromJson(settings, workspace.folder);
  const program = ts.createProgram([workspace.path("use.ts")], options);
  const file = program.getSourceFile(workspace.path("use.ts"));
  expect(program.getSemanticDiagnostics(file)).toEqual([]);
  const checker = program.getTypeChecker();
  const shown =
    file === undefined
      ? []
      : [...(checker.getSymbolAtLocation(file)?.exports?.values() ?? [])].map((symbol) =>
          checker.typeToString(checker.getTypeOfSymbol(symbol)),
        );
  const expected =
    '({ status: 200; contentType: "application/json"; body: { color: string; }; } | { status: 404; }) & ResponseDetails';
  expect(shown).toEqual([expected, expected]);
});
