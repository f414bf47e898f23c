// The Arazzo files of spec/workflows -> what running them needs to know: their workflows, with their inputs and steps.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { load } from "js-yaml";
import { z } from "zod";

export interface Workflow {
  readonly id: string;
  /** The names of the inputs. */
  readonly inputs: readonly string[];
  /** The ids of the steps, in order. */
  readonly steps: readonly string[];
}

export interface WorkflowFile {
  /** `cancel-order.arazzo.yaml` */
  readonly name: string;
  readonly path: string;
  /** What the file calls the API, which is where a server is given for it. */
  readonly source: string;
  readonly workflows: readonly Workflow[];
}

const folder = join(import.meta.dirname, "../../../spec/workflows");

const workflow = z
  .object({
    workflowId: z.string(),
    inputs: z.object({ properties: z.record(z.string(), z.unknown()) }),
    steps: z.array(z.object({ stepId: z.string() })).min(1),
  })
  .transform(({ workflowId, inputs, steps }) => ({
    id: workflowId,
    inputs: Object.keys(inputs.properties),
    steps: steps.map(({ stepId }) => stepId),
  }));

const document = z.object({
  sourceDescriptions: z.tuple([z.object({ name: z.string() })]),
  workflows: z.array(workflow).min(1),
});

export function readWorkflowFiles(): WorkflowFile[] {
  const names = readdirSync(folder).filter((name) => name.endsWith(".arazzo.yaml"));
  return names.sort().map((name) => {
    const path = join(folder, name);
    const { sourceDescriptions, workflows } = document.parse(load(readFileSync(path, "utf8")));
    return { name, path, source: sourceDescriptions[0].name, workflows };
  });
}
