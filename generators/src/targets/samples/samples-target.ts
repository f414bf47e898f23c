// The HTTP operations -> samples of how to call each: curl, TypeScript with the generated client, Python, Go, PHP, Ruby; from
// the description's own examples, as data for a page (`x-codeSamples`) or for programs that run them.
import {
  arrayOf,
  code,
  type Declaration,
  exportedConstant,
  exportedInterface,
  type FileSpec,
  literal,
  objectOf,
  type PropertySignature,
  printFile,
  propertyKey,
  type VariableStatement,
} from "../../emit/index.ts";
import type { Api } from "../../model/api.ts";
import type { Operation } from "../../model/http.ts";
import { methodPlacesOf } from "../client/method-places.ts";
import { docOfText } from "../docs.ts";
import type { GeneratedFile, RenderContext } from "../target.ts";
import { labels } from "./languages.ts";
import type { SamplesOptions } from "./sample-client.ts";
import { type OperationSamples, samplesOf } from "./samples.ts";

/** Writes nothing without an OpenAPI document, or with one without operations. */
export function renderSamples({ http }: Api, context: RenderContext<SamplesOptions>): GeneratedFile[] {
  if (http === null || http.operations.length === 0) return [];
  const api = { api: http, places: methodPlacesOf(http, context.apiOptions) };
  const samples = http.operations.map((operation) => [operation, samplesOf(operation, api, context)] as const);
  const file: FileSpec = {
    target: "samples",
    path: "samples.gen.ts",
    summary: "How each operation is called, in several languages.",
    declarations: [sampleType, samplesDeclaration(samples), inventedDeclaration(samples), missingDeclaration(samples)],
  };
  return [printFile(file, context)];
}

type Sampled = readonly (readonly [Operation, OperationSamples])[];

const sampleText =
  "An entry of `x-codeSamples`. What differs from reader to reader is in environment variables: BASE_URL, API_KEY.";

const sampleType = exportedInterface("CodeSample", docOfText(sampleText), {
  properties: [
    textProperty("lang", "As highlighters call it: `shell`, `typescript`, `python`."),
    textProperty("label", "As readers call it: `curl`."),
    textProperty("source", "The whole program."),
  ],
});

function textProperty(name: string, text: string): PropertySignature {
  return { name, isReadonly: true, type: code`string`, docs: [docOfText(text)] };
}

function samplesDeclaration(samples: Sampled): VariableStatement {
  const entries = samples.map(([{ id }, { sources }]) => {
    const sampleObjects = sources.map(({ language, source }) => {
      // Each line of the sample is a line of the file, so that changes can be reviewed.
      const lines = arrayOf(source.split("\n").map(literal), true);
      const text = code`${lines}.join("\\n")`;
      return objectOf(
        [code`lang: ${literal(language)}`, code`label: ${literal(labels[language])}`, code`source: ${text}`],
        true,
      );
    });
    return code`${propertyKey(id)}: ${arrayOf(sampleObjects)}`;
  });
  const type = code`Readonly<Record<string, readonly CodeSample[]>>`;
  return exportedConstant(
    { name: "samples", type, initializer: objectOf(entries, true) },
    docOfText("By operation id."),
  );
}

function inventedDeclaration(samples: Sampled): Declaration {
  const entries = samples.flatMap(([{ id }, { invented }]) =>
    invented.length === 0 ? [] : [code`${propertyKey(id)}: ${literal(invented)}`],
  );
  const type = code`Readonly<Record<string, readonly string[]>>`;
  const text =
    "By operation id, the values that are no examples of the description: it has none, so they were made from its schemas.";
  return exportedConstant({ name: "invented", type, initializer: objectOf(entries, true) }, docOfText(text));
}

function missingDeclaration(samples: Sampled): Declaration {
  const entries = samples.flatMap(([{ id }, { missing }]) => {
    const reasons = missing.map(({ language, reason }) => [language, reason]);
    return missing.length === 0 ? [] : [code`${propertyKey(id)}: ${literal(Object.fromEntries(reasons))}`];
  });
  const type = code`Readonly<Record<string, Readonly<Record<string, string>>>>`;
  const doc = docOfText("By operation id and language, the samples that could not be made, and why.");
  return exportedConstant({ name: "missing", type, initializer: objectOf(entries, true) }, doc);
}
