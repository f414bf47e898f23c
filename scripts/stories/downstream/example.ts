// examples/consumer, taken out of the workspace -> installed, generated, checked, compiled and tested as in a repository of its own.
import { join } from "node:path";
import { removeTsNocheck } from "../../testing/checked-code.ts";
import { copyExample } from "../harness/checkout-copy.ts";
import { Story } from "../harness/story.ts";
import type { World } from "./world.ts";

const generated = "src/generated/types/schemas.gen.ts";

export async function exampleStory(manager: "npm" | "pnpm", folder: string, world: World): Promise<Story> {
  const story = new Story(`the example, by ${manager}`, folder, world.environment);
  copyExample("examples/consumer", folder, (name) => world.versions[name]);
  const run = manager === "npm" ? "npm run" : "pnpm";
  await story.works(`${manager} install`);
  // The checked-in files are what the published toolkit generates from the published description.
  await story.works(`${run} generate`, "32 files, unchanged");
  await story.works(`${run} check`);
  story.edit(generated, "export type OrderStatus =", "export type OrderStatus = string |");
  const told = await story.ends(1, `${manager === "npm" ? "npx" : "pnpm"} waybill check`, [
    "hand-edited-file",
    generated,
  ]);
  if (!told.includes("order-status.yaml")) throw new Error(`the line of the description is not told:\n${told}`);
  await story.works(`${run} generate -- --force`.replace(manager === "pnpm" ? "-- " : "", ""), "1 written");
  await story.works(`${run} check`);
  await story.ends(0, `${manager} test`, ["pass 6", "skipped 0"], world.service);
  removeTsNocheck(join(folder, "src/generated"));
  story.tell("the generated code without // @ts-nocheck");
  await story.works("node node_modules/typescript/bin/tsc");
  return story;
}
