// An HTTP API -> the samples of its operations, for programs that print them and generate no file.
import { type ApiOptions, apiOptionsOf } from "../../model/api-options.ts";
import type { HttpApi, Operation } from "../../model/http.ts";
import { methodPlacesOf } from "../client/method-places.ts";
import { languages } from "./languages.ts";
import { type OperationSamples, samplesOf } from "./samples.ts";

export interface OperationSamplesOptions {
  /** What TypeScript samples import: `@acme/client`, or the path of a generated client. */
  readonly client: string;
  /** The options the client is generated with; they decide its names. Default: those of an API without any. */
  readonly apiOptions?: Partial<ApiOptions>;
}

/** The samples of `samples.gen.ts`, in all languages, with the address of the API in the variable BASE_URL. */
export function operationSamplesOf(
  api: HttpApi,
  { client, apiOptions = {} }: OperationSamplesOptions,
): (operation: Operation) => OperationSamples {
  const places = methodPlacesOf(api, apiOptionsOf(apiOptions));
  const context = { options: { client: null, languages }, specifierOf: () => client };
  return (operation) => samplesOf(operation, { api, places }, context);
}

/** `address`: without a slash at its end. Throws where the sample has BASE_URL in another spelling than those that samples have. */
export function withAddress(source: string, address: string): string {
  const quoted = JSON.stringify(address);
  const open = quoted.slice(0, -1);
  const filled = source
    .replaceAll('process.env["BASE_URL"] ?? ""', () => quoted)
    .replaceAll('os.environ["BASE_URL"] + "', () => open)
    .replaceAll('os.environ["BASE_URL"]', () => quoted)
    .replaceAll('os.Getenv("BASE_URL")+"', () => open)
    // Before a brace or a name, PHP takes a dollar sign for a variable, and Ruby a hash for an expression.
    .replaceAll('getenv("BASE_URL") . "', () => open.replaceAll("$", "\\$"))
    .replaceAll('ENV.fetch("BASE_URL")', () => quoted.replaceAll("#", "\\#"))
    .replaceAll("$BASE_URL", () => address);
  if (filled.includes("BASE_URL")) throw new Error("BASE_URL is spelled in a way that withAddress does not know");
  return filled;
}
