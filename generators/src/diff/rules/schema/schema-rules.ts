// Every rule about the values that a schema accepts, by type.
import type { AnyKind } from "../../change.ts";
import type { Rule } from "../../rule.ts";
import type { View } from "../../schema/view.ts";
import { additionalPropertiesRule } from "./additional-properties.ts";
import { choiceRules } from "./alternatives.ts";
import { choiceRule } from "./choice.ts";
import { conditionsRule } from "./conditions.ts";
import { containsRule, maxContainsRule, minContainsRule } from "./contains.ts";
import { contentRule } from "./content.ts";
import { dependentsRule } from "./dependents.ts";
import { enumRule } from "./enum.ts";
import { formatRule } from "./format.ts";
import { integerRule } from "./integer.ts";
import { knownValuesRule } from "./known-values.ts";
import { maxItemsRule } from "./max-items.ts";
import { maxLengthRule } from "./max-length.ts";
import { maxPropertiesRule } from "./max-properties.ts";
import { maximumRule } from "./maximum.ts";
import { minItemsRule } from "./min-items.ts";
import { minLengthRule } from "./min-length.ts";
import { minPropertiesRule } from "./min-properties.ts";
import { minimumRule } from "./minimum.ts";
import { multipleOfRule } from "./multiple-of.ts";
import { notRule } from "./not.ts";
import { patternRule } from "./pattern.ts";
import { patternPropertiesRule } from "./pattern-properties.ts";
import { propertiesRule } from "./properties.ts";
import { propertyNamesRule } from "./property-names.ts";
import { requiredRule } from "./required.ts";
import { sentRule } from "./sent.ts";
import { typeRule } from "./type.ts";
import { unevaluatedRule } from "./unevaluated.ts";
import { uniqueItemsRule } from "./unique-items.ts";
import { valueRule } from "./value.ts";

export const schemaRules: readonly Rule<View>[] = [
  valueRule,
  typeRule,
  choiceRule,
  conditionsRule,
  notRule,
  unevaluatedRule,
];
export const enumRules: readonly Rule<View>[] = [enumRule];
export const numberRules: readonly Rule<View>[] = [integerRule, minimumRule, maximumRule, multipleOfRule];
export const stringRules: readonly Rule<View>[] = [
  minLengthRule,
  maxLengthRule,
  patternRule,
  contentRule,
  knownValuesRule,
];
export const formatRules: readonly Rule<View>[] = [formatRule];
export const arrayRules: readonly Rule<View>[] = [
  minItemsRule,
  maxItemsRule,
  uniqueItemsRule,
  containsRule,
  minContainsRule,
  maxContainsRule,
];
export const objectRules: readonly Rule<View>[] = [
  propertiesRule,
  requiredRule,
  sentRule,
  additionalPropertiesRule,
  patternPropertiesRule,
  propertyNamesRule,
  minPropertiesRule,
  maxPropertiesRule,
  dependentsRule,
];

export const schemaKinds: readonly AnyKind[] = [
  ...[schemaRules, enumRules, numberRules, stringRules, formatRules, arrayRules, objectRules].flat(),
  ...choiceRules,
].flatMap((rule) => rule.kinds);
