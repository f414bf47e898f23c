// Whether the official AsyncAPI parser is installed beside the toolkit. Only `lint` uses it, and it would be the largest part of an install
// of the toolkit brings, with a script of a third party that pnpm refuses: an optional peer.
import { createRequire } from "node:module";
import { type Usable, unusable, usable } from "../run/config/usage.ts";

const name = "@asyncapi/parser";

export function requireAsyncApiParser(): Usable<null> {
  try {
    createRequire(import.meta.url).resolve(name);
    return usable(null);
  } catch {
    return unusable(
      `lint needs the package ${name} for an AsyncAPI description`,
      `npm install --save-dev ${name}; or lint the OpenAPI description alone: --openapi path/to/openapi.yaml`,
    );
  }
}
