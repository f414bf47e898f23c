// A configuration of size-limit -> what each of its imports adds to a bundle: esbuild, minified, gzipped.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { z } from "zod";

export interface Measured {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Bytes; absent where there is no limit. */
  readonly sizeLimit?: number | undefined;
  readonly passed?: boolean | undefined;
}

const results: z.ZodType<Measured[]> = z.array(
  z.object({
    name: z.string(),
    size: z.number(),
    sizeLimit: z.number().optional(),
    passed: z.boolean().optional(),
  }),
);

/** `config`: the path of the configuration. Throws when something could not be bundled, with the message of size-limit. */
export function measure(config: string): Measured[] {
  const root = join(import.meta.dirname, "../..");
  const program = join(root, "node_modules/.bin/size-limit");
  const { stdout, stderr, error } = spawnSync(program, ["--json", "--config", config], { cwd: root, encoding: "utf8" });
  if (error !== undefined) throw error;
  const printed: unknown = stdout.startsWith("[") ? JSON.parse(stdout) : null;
  const parsed = results.safeParse(printed);
  if (!parsed.success) throw new Error(`size-limit could not measure what ${config} names:\n${stdout}${stderr}`);
  return parsed.data;
}
