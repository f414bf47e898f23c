// Schemas -> plausible values that match them. The conformance kit builds on the parts.
export { examplesOf, type FormatExamples, formats, type NearMiss } from "./formats.ts";
export { itemsOfExample, sampledItemsOf } from "./items.ts";
export { isObject, type JsonObject, type Path, withMember } from "./json.ts";
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
export { neighboursOf } from "./neighbours.ts";
export { type Bound, exact, highest, lowest, type NumberRules, numberRulesOf, stepOf } from "./numbers.ts";
export { otherNames } from "./other-names.ts";
export {
  elementSchemaOf,
  isImplicitlyOpen,
  isSent,
  largest,
  listedNames,
  memberSchemaOf,
  requiredNames,
  smallest,
  withDependents,
} from "./parts.ts";
export { effort, isMatch } from "./pattern-match.ts";
export { longest } from "./pattern-texts.ts";
export { leastOf, optionsBelow, type Sample, type SampleOptions, sampleOf, type ValuePlace } from "./sample.ts";
export { lengthOf, type TextRules, textOfLength, textRulesOf, validTextsOf } from "./texts.ts";
