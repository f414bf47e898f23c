// Every rule about the values that a schema accepts, by type.
import type { AnyKind } from "../../change.ts";
import { kindsOf, type Rule } from "../../rule.ts";
import type { ObjectView } from "../../schema/object-view.ts";
import type { View } from "../../schema/view.ts";
import { additionalPropertiesRule } from "./additional-properties.ts";
import { choiceRules } from "./alternatives.ts";
import { choicePresence, choicesChanged } from "./choice.ts";
import { conditionChanged, conditionPresence } from "./conditions.ts";
import { containsRule, maxContainsRule, minContainsRule } from "./contains.ts";
import { contentRule } from "./content.ts";
import { dependentsRule } from "./dependents.ts";
import { enumRule } from "./enum.ts";
import { formatRule } from "./format.ts";
import { integerRule } from "./integer.ts";
import { knownValuesRule } from "./known-values.ts";
import { multipleOfRule } from "./multiple-of.ts";
import { notPresence } from "./not.ts";
import { patternRule } from "./pattern.ts";
import { patternPropertiesRule } from "./pattern-properties.ts";
import { propertiesRule } from "./properties.ts";
import { propertyNamesRule } from "./property-names.ts";
import { maximumRule, minimumRule } from "./range.ts";
import { requiredRule } from "./required.ts";
import { sentRule } from "./sent.ts";
import { itemCountRules, lengthRules, memberCountRules } from "./sizes.ts";
import { suggestedValuesRule } from "./suggested-values.ts";
import { typeRule } from "./type.ts";
import { unevaluatedChanged } from "./unevaluated.ts";
import { uniqueItemsRule } from "./unique-items.ts";
import { valueRule } from "./value.ts";

export const schemaRules: readonly Rule<View>[] = [valueRule, typeRule];
export const enumRules: readonly Rule<View>[] = [enumRule, suggestedValuesRule];
export const numberRules: readonly Rule<View>[] = [integerRule, minimumRule, maximumRule, multipleOfRule];
export const stringRules: readonly Rule<View>[] = [...lengthRules, patternRule, contentRule, knownValuesRule];
export const formatRules: readonly Rule<View>[] = [formatRule];
export const arrayRules: readonly Rule<View>[] = [
  ...itemCountRules,
  uniqueItemsRule,
  containsRule,
  minContainsRule,
  maxContainsRule,
];
export const objectRules: readonly Rule<ObjectView>[] = [
  propertiesRule,
  requiredRule,
  sentRule,
  additionalPropertiesRule,
  patternPropertiesRule,
  propertyNamesRule,
  ...memberCountRules,
  dependentsRule,
];

/** What is reported while schemas are matched, by no rule. */
const matchingKinds: readonly AnyKind[] = [
  ...choicePresence,
  choicesChanged,
  ...conditionPresence,
  conditionChanged,
  ...notPresence,
  unevaluatedChanged,
];

export const schemaKinds: readonly AnyKind[] = [
  ...kindsOf(schemaRules),
  ...matchingKinds,
  ...kindsOf([...enumRules, ...numberRules, ...stringRules, ...formatRules, ...arrayRules]),
  ...kindsOf(objectRules),
  ...kindsOf(choiceRules),
];
