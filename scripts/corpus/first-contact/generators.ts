// The compared generators, each as its own documentation says to start it on a file, without options.
import { join } from "node:path";
import { installedIn } from "../../bench/peers/installed.ts";
import type { Description } from "./descriptions.ts";

export interface Generator {
  /** `hey-api 0.99.0` */
  readonly name: string;
  readonly reads: readonly Description["kind"][];
  /** Arguments for Node. */
  command(description: Description, out: string): readonly string[];
}

const root = join(import.meta.dirname, "../../..");
const versions = { "@hey-api/openapi-ts": "0.99.0", "openapi-typescript": "7.13.0", typescript: "5.9.3" } as const;

/** `flags`: none, as a new user has none. */
export function waybill(flags: readonly string[]): Generator {
  const program = join(root, "generators/bin/waybill.js");
  return {
    name: "waybill",
    reads: ["openapi", "asyncapi"],
    command: ({ kind, file }, out) => [program, "generate", `--${kind}`, file, "--out", out, ...flags],
  };
}

/** The reason when npm cannot install them. */
export async function peers(): Promise<readonly Generator[] | { reason: string }> {
  try {
    const folder = join(await installedIn("first-contact", versions), "node_modules");
    return [
      {
        name: `hey-api ${versions["@hey-api/openapi-ts"]}`,
        reads: ["openapi"],
        command: ({ file }, out) => [
          join(folder, "@hey-api/openapi-ts/bin/run.js"),
          ...["--input", file, "--output", out, "--no-log-file"],
        ],
      },
      {
        name: `openapi-typescript ${versions["openapi-typescript"]}`,
        reads: ["openapi"],
        command: ({ file }, out) => [
          join(folder, "openapi-typescript/bin/cli.js"),
          ...[file, "--output", join(out, "paths.ts")],
        ],
      },
    ];
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) };
  }
}
