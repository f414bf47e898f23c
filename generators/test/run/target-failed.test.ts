// A tool that a target hands the description to refuses it: a diagnostic at the description, and nothing written.
import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { textOf } from "../../src/diagnostics/index.ts";
import { projectOfFlags } from "../../src/run/flags/select-project.ts";
import { runProject } from "../../src/run/generate.ts";
import { loadLastRun } from "../../src/run/load.ts";
import { Toolkit } from "../../src/run/toolkit.ts";
import { TargetFailure } from "../../src/targets/target.ts";
import { shop } from "../cli/shop.ts";
import { Workspace } from "../cli/workspace.ts";

function run(workspace: Workspace, error: Error) {
  const flags = { openapi: "openapi.yaml", asyncapi: null, out: "gen", targets: ["types"] } as const;
  const project = projectOfFlags(flags, workspace.folder);
  if (!project.ok) throw new Error("no project");
  const render = (): Promise<never> => Promise.reject(error);
  const apis = project.value.apis.map((api) => ({
    ...api,
    places: api.places.map((place) => ({ ...place, definition: { ...place.definition, render } })),
  }));
  const request = { mode: "write", force: false, toolkit: new Toolkit(), cwd: workspace.folder } as const;
  return runProject({ ...project.value, apis }, loadLastRun(project.value, request), request);
}

test("a TargetFailure is reported as target-failed", async () => {
  const workspace = new Workspace(shop);
  const { ok, diagnostics } = await run(workspace, new TargetFailure("types", "it has no taste for this"));
  expect(ok).toBe(false);
  expect(diagnostics.map(({ code }) => code)).toEqual(["target-failed"]);
  expect(diagnostics.map(textOf).join()).toMatch(
    /openapi\.yaml:1:1 error target-failed: the target types could not be generated: it has no taste for this\nhint: /,
  );
  expect(existsSync(workspace.path("gen"))).toBe(false);
});

test("any other error is a defect", async () => {
  await expect(run(new Workspace(shop), new Error("a slip"))).rejects.toThrow("a slip");
});
