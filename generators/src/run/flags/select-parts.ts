// The parts of an API that a command is about. Apart from the flags: runs that generate nothing load those alone.
import type { Api } from "../../model/api.ts";
import { filtered } from "../../model/finish/filters.ts";
import { hintFor, type Usable, type UsageProblem, unusable, usable } from "../config/usage.ts";
import { flagOptionsOf } from "./api-flags.ts";
import type { Arguments } from "./arguments.ts";

/** The parts of an API that `--include` and `--exclude` select, with all schemas. A selector that matches nothing is a problem. */
export function selectParts(api: Api, args: Arguments): Usable<Api> {
  const words = (["include", "exclude"] as const).filter((name) => args.has(name));
  if (words.length === 0) return usable(api);
  const given = flagOptionsOf(args);
  if (!given.ok) return given;
  const { include = [], exclude = [] } = given.value;
  const selection = { include, exclude, deprecated: true, unusedSchemas: "keep" } as const;
  const { api: parts, unmatched, isEmpty } = filtered(api, selection);
  const problems = unmatched.map(({ at, text, known }): UsageProblem => {
    const name = text.slice(1, -1);
    return { message: `--${at.replace(/\W.*/, "")} matches nothing: ${text}`, hint: hintFor(name, known) };
  });
  if (problems.length > 0) return { ok: false, problems };
  return isEmpty ? unusable("--include and --exclude leave no operation", "leave one of them out") : usable(parts);
}
