// A repository with a description of its own -> its pull request, by the steps of the packed action.yml, the template for GitLab, and the Containerfile.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { load } from "js-yaml";
import { z } from "zod";
import { Story } from "../harness/story.ts";
import type { World } from "./world.ts";

const action = z.object({
  runs: z.object({ steps: z.array(z.object({ name: z.string(), run: z.string() })) }),
});
const template = z.object({ waybill: z.object({ script: z.array(z.string()) }) });

const description = (codes: string): string => `openapi: 3.1.1
info: { title: Shop, version: 1.0.0 }
servers: [{ url: "https://shop.example.com" }]
paths:
  /orders: { get: { operationId: listOrders, summary: List orders, responses: { "200": { description: The states., content: { application/json: { schema: { type: array, items: { type: string, enum: [${codes}] } } } } } } } }
`;

/** A breaking change fails until a changeset records it, which `diff --fail-on major` cannot know. */
export async function gateStory(folder: string, { environment, versions }: World): Promise<Story> {
  const story = new Story(
    "a pull request: the steps of action.yml, of the GitLab template and of the Containerfile",
    folder,
    environment,
  );
  mkdirSync(join(folder, ".changeset"));
  story.write("package.json", '{ "name": "shop-client", "version": "1.0.0", "type": "module" }\n');
  story.write(".changeset/config.json", '{ "baseBranch": "main" }\n');
  story.write(".gitignore", "node_modules\ntemp\n");
  story.write("openapi.yaml", description("new, paid"));
  await story.works(`npm install --save-dev waybill@${versions["waybill"]}`);
  await story.works("npx waybill init openapi.yaml --target types");
  await story.works("npm run generate");
  const commit = "git -c user.name=a -c user.email=a@example.com commit -qam";
  await story.works(`git init -q -b main && git add -A && ${commit} Start && git checkout -qb states && mkdir temp`);
  story.write("openapi.yaml", description("new, paid, sent"));
  await step(story, "check", 1, "stale-file");
  await story.works(`npm run generate && ${commit} States`);
  for (const name of ["check", "lint"]) await step(story, name, 0);
  await step(story, "diff", 0);
  await story.works("cat temp/api-diff.md temp/summary.md", 'the value "sent" is new');
  await step(story, "gate", 1, "no pending changeset names it");
  await story.works("npx waybill changeset --base main");
  await step(story, "gate", 0, "covered");
  await story.ends(1, "npx waybill diff --base main --fail-on major");
  const { script } = template.parse(load(story.read("node_modules/waybill/waybill.gitlab-ci.yml"))).waybill;
  const merge = { CI_MERGE_REQUEST_DIFF_BASE_SHA: "main", WAYBILL_CHANGESET: "true" };
  for (const line of script.filter((each) => each !== "npm ci")) await story.ends(0, line, [], merge);
  // Installed as in a container, into a folder of its own.
  const container = story.read("node_modules/waybill/Containerfile");
  const [, install = ""] = /^RUN (npm .*)$/m.exec(container) ?? [];
  const [, entry = ""] = /^ENTRYPOINT \["(.*)"\]$/m.exec(container) ?? [];
  const installed = { npm_config_prefix: join(folder, "temp"), WAYBILL: versions["waybill"] };
  await story.ends(0, `${install} && temp/bin/${entry} lint openapi.yaml`, [], installed);
  return story;
}

/** With the inputs of a pull request, and the files that a runner has. */
async function step(story: Story, name: string, code: number, says = ""): Promise<void> {
  const found = action
    .parse(load(story.read("node_modules/waybill/action.yml")))
    .runs.steps.find((one) => one.name === name);
  if (found === undefined) throw new Error(`action.yml has no step ${name}`);
  const inputs = { BASE: "main", CONFIG: "", CHANGESET: "true", FAIL_ON: "" };
  story.write("temp/step.sh", found.run);
  await story.ends(code, "bash -eo pipefail temp/step.sh", says === "" ? [] : [says], {
    ...inputs,
    RUNNER_TEMP: "temp",
    GITHUB_STEP_SUMMARY: "temp/summary.md",
  });
}
