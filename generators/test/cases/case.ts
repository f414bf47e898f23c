// An input of `fixtures/` -> a folder in which the command line, a compiler and programs run on it.
import { readFileSync } from "node:fs";
import path from "node:path";
import { Workspace } from "../cli/workspace.ts";

export const fixtures: string = path.join(import.meta.dirname, "fixtures");

/** The text of an input, such as `codegen/link.yaml`. */
export function fixture(name: string): string {
  return readFileSync(path.join(fixtures, name), "utf8");
}

/** A workspace that holds the input as `openapi.yaml`, or by `as`, with the toolkit and zod installed. */
export function caseOf(name: string, as = "openapi.yaml"): Workspace {
  const workspace = new Workspace({ [as]: fixture(name) });
  workspace.install();
  return workspace;
}
