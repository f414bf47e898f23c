// What a program imports from "waybill/memory" that has the text of a description and no files: its problems, and what is generated from it.
export type { Diagnostic, Place } from "../diagnostics/index.ts";
export { builtModulesOf } from "../emit/runtime/build.ts";
export { ownText } from "../emit/runtime/read.ts";
export { type CheckedDescription, checkEdited, type EditedReading } from "../language/checked.ts";
export { type GeneratedText, generatedTexts, ownApi } from "../language/generated.ts";
export { type UnderlinedText, underlinedText } from "../language/underlined.ts";
export type { Api } from "../model/api.ts";
// What a program without files embeds instead.
export { knownFiles, knownStandards } from "../read/jsonschema/known-documents.ts";
export { lineColumnOf, parseFile, type SourceDocument, standardText } from "../source/index.ts";
export { type Language, labels as sampleLabels } from "../targets/samples/languages.ts";
export { type OperationSamplesOptions, operationSamplesOf } from "../targets/samples/operation-samples.ts";
export type { OperationSamples } from "../targets/samples/samples.ts";
