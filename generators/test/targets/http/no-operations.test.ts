// A description that has schemas but no operation yet: there is nothing a server or a client could be built on.
import { afterAll, expect, test } from "vitest";
import { generate, temporaryDirectory } from "../../scenarios/generation.ts";

const { directory, dispose } = temporaryDirectory();
afterAll(dispose);

test.each(["server", "client"] as const)("a target without operations writes nothing: %s", async (target) => {
  const document =
    'openapi: 3.1.1\ninfo: { title: T, version: "1" }\ncomponents: { schemas: { A: { type: string } } }\n';
  const { files } = await generate(new Map([["openapi.yaml", document]]), [target], `${directory}/${target}`);
  expect(files.filter((file) => file.target === target)).toEqual([]);
});
