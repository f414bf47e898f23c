import { expect, test } from "vitest";
import { optionRows } from "../../../generators/src/model/api-options.ts";
import { builtInTargets } from "../../../generators/src/targets/built-in-targets.ts";
import { type OfferedTarget, offeredOptions, optionCases } from "./option-cases.ts";

const own: OfferedTarget[] = builtInTargets.map((target) => ({
  reference: target.name,
  name: target.name,
  options: offeredOptions(target),
}));

test("every option of the table has a case for each of its values", () => {
  const cases = optionCases(own);
  for (const [option, { accepts }] of Object.entries(optionRows)) {
    const fields = cases.filter((one) => one.option === option).map((one) => one.fields);
    expect({ option, tried: fields.length > 0 }).toEqual({ option, tried: true });
    if (accepts.kind !== "choice") continue;
    expect(fields).toEqual(
      expect.arrayContaining(accepts.choices.map((choice) => `${option}: ${JSON.stringify(choice)}`)),
    );
  }
});

test("every target has a case, and one for each of its options", () => {
  const names = optionCases(own).map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining([...own.map(({ name }) => `target-${name}`), "target-samples-client-1"]),
  );
});

test("an option of a target that lists its values has a case for each of them", () => {
  const fields = optionCases(own).flatMap(({ option, fields: tried }) => (option === "webhooks.receiver" ? tried : []));
  expect(fields.map((text) => /receiver: (.*?) \}/.exec(text)?.[1])).toEqual(["true", "false", '"parts"']);
});

test("an option of a target without a value to try is an error", () => {
  const mine: OfferedTarget = { reference: "@acme/mine", name: "mine", options: { loud: [] } };
  expect(() => optionCases([...own, mine])).toThrow("the option mine.loud is tried with no value");
});
