// Every rule about the values that a schema accepts, by type.
import type { AnyKind } from "../../change.ts";
import { kindsOf, type Rule } from "../../rule.ts";
import type { ObjectView } from "../../schema/object-view.ts";
import type { View } from "../../schema/view.ts";
import {
  choicePresence,
  choiceRules,
  choicesChanged,
  conditionChanged,
  conditionPresence,
  notPresence,
} from "./alternatives.ts";
import {
  integerRule,
  itemCountRules,
  lengthRules,
  maximumRule,
  memberCountRules,
  minimumRule,
  multipleOfRule,
} from "./limits.ts";
import {
  additionalPropertiesRule,
  containsRule,
  dependentsRule,
  maxContainsRule,
  minContainsRule,
  patternPropertiesRule,
  propertiesRule,
  propertyNamesRule,
  requiredRule,
  sentRule,
  unevaluatedChanged,
  uniqueItemsRule,
} from "./members.ts";
import { contentRule, formatRule, knownValuesRule, patternRule } from "./texts.ts";
import { enumRule, suggestedValuesRule, typeRule, valueRule } from "./values.ts";

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
