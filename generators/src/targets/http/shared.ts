// What several responses have in common -> constants that define them once: entries of `components.responses`, and the set of
// headers most responses have. None is exported, so no name outside depends on what happens to be shared.
import { type Code, constant, identifier, literal, propertyKey, type VariableStatement } from "../../emit/index.ts";
import { camelOf } from "../../model/finish/naming/identifiers.ts";
import { type Header, type Operation, type Response, statusKeyOf } from "../../model/http.ts";
import { identityOf } from "../../model/place.ts";
import { docOfText } from "../docs.ts";
import { mostFrequentOf, nameWordsOf, repeatedOf, sharingKeyOf } from "./repeated.ts";

/** How a target writes headers and responses, and the types the constants have. */
export interface ResponseWriter {
  readonly headersOf: (headers: readonly Header[]) => Code;
  readonly headersType: Code;
  readonly responseOf: (response: Response, headers: Code) => Code;
  readonly responseType: Code;
}

export interface SharedResponses {
  readonly declarations: readonly VariableStatement[];
  /** The constant, or the response written out. */
  readonly codeOf: (response: Response) => Code;
}

/** `taken`: names the file declares or uses otherwise; a shared name ends in `_` rather than be one of them. */
export function sharedResponsesOf(
  operations: readonly Operation[],
  writer: ResponseWriter,
  reservedNames: readonly string[],
): SharedResponses {
  const names = new Set(reservedNames);
  const free = (name: string): string => {
    const freeName = names.has(name) ? free(`${name}_`) : name;
    names.add(freeName);
    return freeName;
  };
  const responses = operations.flatMap((operation) => operation.responses);
  const sets = responses.map(({ headers }) => headers).filter((headers) => headers.length > 0);
  const frequent = mostFrequentOf(sets, keyOf);
  const headersName = frequent === null ? "" : free("commonHeaders");
  const frequentKey = frequent === null ? null : keyOf(frequent);
  const headersCodeOf = (headers: readonly Header[]): Code =>
    headers.length > 0 && keyOf(headers) === frequentKey ? identifier(headersName) : writer.headersOf(headers);
  const written = (response: Response): Code => writer.responseOf(response, headersCodeOf(response.headers));
  const shared = new Map(
    repeatedOf(responses).map((response) => [
      sharingKeyOf(response),
      { response, name: free(camelOf(nameWordsOf(response).join(" "))) },
    ]),
  );
  const declarations = [...shared.values()].map(({ response, name }) =>
    constant({ name, initializer: written(response), type: writer.responseType }, docOfText("", response.at)),
  );
  const headersDoc = docOfText("Headers that several responses have in common.");
  const first = (frequent === null ? [] : [writer.headersOf(frequent)]).map((initializer) =>
    constant({ name: headersName, initializer, type: writer.headersType }, headersDoc),
  );
  return {
    declarations: [...first, ...declarations],
    codeOf: (response) => {
      const known = shared.get(sharingKeyOf(response));
      return known === undefined ? written(response) : identifier(known.name);
    },
  };
}

/** The same headers, when they are at the same locations of the description. */
function keyOf(headers: readonly Header[]): string {
  return headers.map(({ name, at }) => `${JSON.stringify(name)} ${identityOf(at)}`).join("\n");
}

/** The name of a response in a table by status: `200`, `"4XX"`, `default`. */
export function statusPropertyOf({ status }: Response): Code {
  const key = statusKeyOf(status);
  return typeof key === "number" ? literal(key) : propertyKey(key);
}
