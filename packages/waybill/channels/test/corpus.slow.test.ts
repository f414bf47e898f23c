// The official examples of AsyncAPI: both sides of each compile under the strictest settings, with every transport.
// @module-tag compilers
import { globSync } from "node:fs";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { compilerErrorsOf, testedCompilers } from "../../../../generators/test/scenarios/compile.ts";
import { temporaryDirectory } from "../../../../generators/test/scenarios/generation.ts";
import { oneIn } from "../../../../scripts/testing/long.ts";
import { corpusPath, describeWithCorpus } from "../../../../scripts/testing/shared-corpus.ts";
import { generateFrom } from "./generated.ts";

const { directory, dispose } = temporaryDirectory(path.join(import.meta.dirname, ".."));
afterAll(dispose);

/** Its messages are described in Avro, and no description at all. */
const unreadable = ["adeo-kafka-request-reply-asyncapi.yml", "not-asyncapi.yml"];

const warnings: Readonly<Record<string, readonly string[]>> = {
  "oneof-asyncapi.yml": [
    'warning: nothing distinguishes the messages "objectWithKey" and "objectWithKey2" of the channel "test2"',
  ],
  "slack-rtm-asyncapi.yml": [
    'warning: nothing distinguishes the messages "botAdded" and "botChanged" of the channel "root" (and 9 more pairs)',
  ],
};

describeWithCorpus("the examples of AsyncAPI", () => {
  const folder = corpusPath("asyncapi");
  const all = globSync(["*.yml", "social-media/*/asyncapi.yaml"], { cwd: folder }).filter(
    (name) => !unreadable.includes(name),
  );
  const transports = ["web-socket", "server-sent-events", "nats", "kafka", "mqtt", "amqp"];

  it.each(testedCompilers)(
    "compile with %s",
    async (compiler) => {
      const problems = new Map<string, readonly string[]>();
      // CI compiles all of them with TypeScript 5.9 on each change.
      const tried = compiler === "typescript-7.0" ? oneIn(4, all) : all;
      for (const name of tried) {
        const options = { side: "both", transports };
        const generated = await generateFrom({ cwd: folder, asyncapi: name }, path.join(directory, name), options);
        if (generated.problems.length > 0) problems.set(name, generated.problems);
      }
      expect(all.length).toBeGreaterThan(20);
      expect(await compilerErrorsOf(compiler, directory, ["**/*.gen.ts"])).toBe("");
      // What two examples say of distinct messages is the same.
      const expected = Object.entries(warnings).filter(([name]) => tried.includes(name));
      expect(Object.fromEntries(problems)).toEqual(Object.fromEntries(expected));
    },
    240_000,
  );
});
