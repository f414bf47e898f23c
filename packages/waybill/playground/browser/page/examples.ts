// The descriptions that a reader starts from.
import events from "../examples/events.yaml";
import mistakes from "../examples/mistakes.yaml";
import shop from "../examples/shop.yaml";

export interface Example {
  readonly name: string;
  readonly text: () => Promise<string>;
}

export const examples: readonly [Example, ...Example[]] = [
  { name: "a shop (OpenAPI)", text: () => Promise.resolve(shop) },
  { name: "signed events (AsyncAPI)", text: () => Promise.resolve(events) },
  { name: "a description with mistakes", text: () => Promise.resolve(mistakes) },
  { name: "the Fulfillment API of this site", text: () => fetched("downloads/openapi.yaml") },
  { name: "nothing: paste your own", text: () => Promise.resolve("") },
];

/** Below the root of the site, which this page is one folder deep in. */
async function fetched(file: string): Promise<string> {
  const response = await fetch(new URL(`../${file}`, location.href));
  if (!response.ok) throw new Error(`${file}: ${response.status}`);
  return await response.text();
}
