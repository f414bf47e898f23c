// The workflows tell the main stories, fit the description and are Arazzo; each check fails for a copy with one thing broken.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { checkWorkflows, workflowFilesOf, workflowIdsOf } from "./check-workflows.ts";
import {
  brokenCopy,
  brokenText,
  type Description,
  home,
  objectIn,
  readDescription,
  writeDescription,
} from "./description.ts";

const spec = readDescription();
const cancel = "workflows/cancel-order.arazzo.yaml";

test("there is a workflow for each main use case", () => {
  expect(workflowIdsOf(spec).sort()).toEqual([
    "cancelOrder",
    "orderToDelivery",
    "rotateSecret",
    "runIntoRateLimit",
    "subscribeToVerifiedEvent",
  ]);
});

test("what they name is in the description, and each step asks for a status", () => {
  expect(checkWorkflows(spec)).toEqual([]);
});

test.each([
  [
    "an operation under a former name",
    brokenText(spec, "paths/orders.yaml", (text) => text.replaceAll("operationId: cancelOrder", "operationId: cancel")),
    `${cancel} cancelOrder/cancel: there is no operation cancelOrder`,
  ],
  [
    "a status that the operation no longer returns",
    brokenText(spec, "paths/orders.yaml", (text) => text.replaceAll('"201":', '"200":')),
    `${cancel} cancelOrder/cancel: cancelOrder has no status 201`,
  ],
  [
    "a step that passes with any status",
    brokenText(spec, cancel, (text) => text.replace("          - condition: $statusCode == 400\n", "")),
    `${cancel} cancelOrder/cancelAgain: asks for 0 statuses, and not for one`,
  ],
  [
    "another description",
    brokenText(spec, cancel, (text) => text.replace("../openapi.yaml", "../asyncapi.yaml")),
    `${cancel}: is about asyncapi.yaml`,
  ],
])("a broken workflow is reported: %s", (_what, broken, problem) => {
  expect(checkWorkflows(broken)).toContain(problem);
});

test("redocly finds no problem in them", () => {
  expect(lint(home)).toMatchObject({ status: 0 });
  const broken = brokenCopy(spec, cancel, (root) => {
    const [workflow] = Array.isArray(root["workflows"]) ? root["workflows"] : [];
    delete objectIn(workflow)["workflowId"];
  });
  expect(lint(written(broken))).toMatchObject({
    status: 1,
    stdout: expect.stringContaining("The field `workflowId` must be present"),
  });
});

function lint(folder: string): { status: number | null; stdout: string } {
  const program = join(home, "../node_modules/.bin/redocly");
  const config = ["--config", join(home, "redocly.yaml")];
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  return spawnSync(program, ["lint", ...workflowFilesOf(spec), ...config], { cwd: folder, env, encoding: "utf8" });
}

function written(description: Description): string {
  const folder = mkdtempSync(join(tmpdir(), "fulfillment-workflows-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeDescription(description, folder);
  return folder;
}
