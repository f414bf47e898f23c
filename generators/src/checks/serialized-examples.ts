// The examples of parameters (OpenAPI 3.2) -> those whose `serializedValue` is not what a client sends for their `dataValue`. What is sent as
// JSON is compared when it is read.
import type { Report } from "../diagnostics/index.ts";
import type { Api } from "../model/api.ts";
import { everyOperationOf, type Parameter } from "../model/http.ts";
import type { Json } from "../model/schema.ts";
import { identityOf, Node } from "../source/index.ts";

/** Loads what writes values only where an example needs it. */
export async function checkSerialized({ http }: Api, report: Report): Promise<void> {
  const examples = new Map(
    everyOperationOf(http).flatMap(({ parameters }) =>
      parameters.flatMap((parameter) => serializedOf(parameter).map((one) => [identityOf(one.place), one])),
    ),
  );
  if (examples.size === 0) return;
  const { runtimeParameterOf } = await import("../targets/samples/wire.ts");
  for (const { parameter, value, text, place } of examples.values()) {
    const runtime = runtimeParameterOf(parameter);
    const sent = attempt(() => runtime.write(runtime, value).join(parameter.in === "cookie" ? "; " : "&"));
    if (sent === null || decoded(sent) === decoded(text)) continue;
    const args = {
      field: "serializedValue",
      reason: `is not how "dataValue" is sent, which is ${JSON.stringify(sent)}`,
    };
    report.add("example-mismatch", place, args);
  }
}

interface Serialized {
  readonly parameter: Parameter;
  readonly value: Json;
  readonly text: string;
  readonly place: Node;
}

function serializedOf(parameter: Parameter): Serialized[] {
  if (parameter.mediaType !== null) return [];
  return parameter.examples.flatMap(({ value: { value, at } }): Serialized[] => {
    const place = at.key === "dataValue" && at.parent instanceof Node ? at.parent.get("serializedValue") : undefined;
    return typeof place?.value === "string" ? [{ parameter, value, text: place.value, place }] : [];
  });
}

/** Values that cannot be sent are reported as examples that their schema rejects, or by the client. */
function attempt(write: () => string): string | null {
  try {
    return write();
  } catch (error) {
    if (error instanceof TypeError || error instanceof URIError) return null;
    throw error;
  }
}

/** Which characters are percent-encoded beyond those that have to be is no difference. */
function decoded(text: string): string {
  const query = text.replace(/^\?/, "").replaceAll("+", "%20");
  try {
    return decodeURIComponent(query);
  } catch {
    return query;
  }
}
