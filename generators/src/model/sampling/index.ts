// Schemas -> plausible values that match them. The conformance kit builds on the parts.
export { examplesOf, type FormatExamples, formats, type NearMiss } from "./formats.ts";
export { itemsOfExample, sampledItemsOf } from "./items.ts";
export {
  type Applicable,
  arraysOf,
  enumsOf,
  type Leaf,
  leavesFor,
  numbersOf,
  objectsOf,
  stringsOf,
  typesOf,
  type Way,
  waysOf,
} from "./leaves.ts";
export { neighboursOf, otherNames } from "./neighbours.ts";
export {
  type Bound,
  exact,
  highest,
  isObject,
  type JsonObject,
  lowest,
  type NumberRules,
  numberRulesOf,
  type Path,
  stepOf,
  withMember,
} from "./numbers.ts";
export {
  effort,
  elementSchemaOf,
  isImplicitlyOpen,
  isMatch,
  isSent,
  largest,
  listedNames,
  memberSchemaOf,
  requiredNames,
  smallest,
  withDependents,
} from "./parts.ts";
export { longest } from "./pattern-texts.ts";
export { leastOf, optionsBelow, type Sample, type SampleOptions, sampleOf, type ValuePlace } from "./sample.ts";
export { lengthOf, type TextRules, textOfLength, textRulesOf, validTextsOf } from "./texts.ts";
