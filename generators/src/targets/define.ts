// The definition of a target -> a target for configurations, with its options.
import type { Target, TargetDefinition } from "./target.ts";

/** The types of `context.options` and `with({ … })` are those of the defaults in `options`. */
export function defineTarget<Options extends object = object, const Name extends string = string>(
  definition: TargetDefinition<Options, Name>,
): Target<Options, Name> {
  return {
    ...definition,
    render: (api, context) => definition.render(api, context),
    with: (options) => defineTarget(withOptions(definition, options)),
  };
}

function withOptions<Options extends object, Name extends string>(
  target: TargetDefinition<Options, Name>,
  options: Partial<Options>,
): TargetDefinition<Options, Name> {
  const { options: defaults } = target;
  if (defaults === undefined) throw new TypeError(`the target ${target.name} has no options: leave out with()`);
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(defaults, name));
  if (unknown === undefined) return { ...target, options: { ...defaults, ...options } };
  const names = Object.keys(defaults).join(", ");
  throw new TypeError(`the target ${target.name} has no option ${JSON.stringify(unknown)}; it has ${names}`);
}
