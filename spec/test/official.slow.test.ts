// The official tools accept both documents without a word, and each objects to a broken copy.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import SwaggerParser from "@apidevtools/swagger-parser";
import { fromFile, Parser } from "@asyncapi/parser";
import { expect, onTestFinished, test, vi } from "vitest";
import {
  brokenCopy,
  type Description,
  home,
  type JsonObject,
  objectIn,
  readDescription,
  writeDescription,
} from "./description.ts";

const spec = readDescription();

/** The parser's severities: 0 for an error, 1 for a warning, then information, such as that AsyncAPI 3.1 exists. */
const warning = 1;

// Each of these tools takes seconds to start; on a busy machine several times as long.
vi.setConfig({ testTimeout: 180_000 });

test("swagger-parser validates openapi.yaml", async () => {
  await SwaggerParser.validate(join(home, "openapi.yaml"));
  const broken = written(changed("openapi.yaml", ["components", "parameters", "Limit"], (limit) => delete limit["in"]));
  await expect(SwaggerParser.validate(join(broken, "openapi.yaml"))).rejects.toThrow(
    /must have required property 'in'/,
  );
});

test("swagger-parser validates the bundled description", async () => {
  const bundle = join(emptyFolder(), "openapi.yaml");
  expect(redocly("bundle", "openapi.yaml", "--output", bundle)).toMatchObject({ status: 0 });
  await SwaggerParser.validate(bundle);
});

test("the AsyncAPI parser has no error and no warning for asyncapi.yaml", async () => {
  expect(await asyncApiFindings(home)).toEqual([]);
  const nameless = written(changed("asyncapi.yaml", ["info"], (info) => delete info["title"]));
  expect(await asyncApiFindings(nameless)).toContain(`/info: "info" property must have required property "title"`);
  const missing = changed("asyncapi.yaml", ["operations", "deliver"], (deliver) => {
    deliver["messages"] = [{ $ref: "#/channels/subscriber/messages/orderLost" }];
  });
  expect(await asyncApiFindings(written(missing))).toContainEqual(
    expect.stringContaining("/operations/deliver/messages/0"),
  );
});

test("redocly finds no problem in either document", () => {
  expect(lintProblems(home)).toEqual([]);
  const broken = changed("paths/orders.yaml", ["list", "get"], (operation) => delete operation["summary"]);
  expect(lintProblems(written(broken))).toContain(
    "operation-summary: Operation object should contain `summary` field.",
  );
});

async function asyncApiFindings(folder: string): Promise<string[]> {
  const { diagnostics } = await fromFile(new Parser(), join(folder, "asyncapi.yaml")).parse();
  const grave = diagnostics.filter(({ severity }) => severity <= warning);
  return grave.map(({ path, message }) => `/${path.join("/")}: ${message}`);
}

function lintProblems(folder: string): string[] {
  const documents = ["openapi.yaml", "asyncapi.yaml"].map((file) => join(folder, file));
  const { stdout } = redocly("lint", ...documents, "--config", join(home, "redocly.yaml"), "--format", "json");
  const [first = "", ...others] = stdout.split(/(?<=^\})(?=\{)/m);
  return [first, ...others].flatMap((text) => {
    const report: { problems: readonly { ruleId: string; message: string }[] } = JSON.parse(text);
    return report.problems.map(({ ruleId, message }) => `${ruleId}: ${message}`);
  });
}

function redocly(...options: readonly string[]): { status: number | null; stdout: string } {
  const program = join(home, "../node_modules/.bin/redocly");
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  return spawnSync(program, options, { cwd: home, env, encoding: "utf8" });
}

function written(description: Description): string {
  const folder = emptyFolder();
  writeDescription(description, folder);
  return folder;
}

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "waybill-spec-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

function changed(file: string, path: readonly string[], change: (value: JsonObject) => unknown): Description {
  return brokenCopy(spec, file, (root) => {
    change(path.reduce((value: JsonObject, key) => objectIn(value[key]), root));
  });
}
