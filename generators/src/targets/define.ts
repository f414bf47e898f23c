// What a user's target is written as -> a target that a configuration takes, with its options.
import type { TargetDefinition } from "./target.ts";

/** A target of a user. Configurations name it as they name ours: `targets: ["types", routes]`. */
export interface CustomTarget<Options extends object = object> extends TargetDefinition<Options> {
  /** The same target with other options: `routes.with({ prefix: "/v1" })`. */
  with(options: Partial<Options>): CustomTarget<Options>;
}

/** A target in a repository of its user; `emit` gets what Waybill's own targets get, the types of its options are those of their defaults. */
export function defineTarget<Options extends object = object>(
  target: TargetDefinition<Options>,
): CustomTarget<Options> {
  return {
    ...target,
    emit: (api, context) => target.emit(api, context),
    with: (options) => defineTarget(withOptions(target, options)),
  };
}

function withOptions<Options extends object>(
  target: TargetDefinition<Options>,
  options: Partial<Options>,
): TargetDefinition<Options> {
  const { options: defaults } = target;
  if (defaults === undefined) throw new TypeError(`the target ${target.name} has no options: leave out with()`);
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(defaults, name));
  if (unknown === undefined) return { ...target, options: { ...defaults, ...options } };
  const names = Object.keys(defaults).join(", ");
  throw new TypeError(`the target ${target.name} has no option ${JSON.stringify(unknown)}; it has ${names}`);
}
