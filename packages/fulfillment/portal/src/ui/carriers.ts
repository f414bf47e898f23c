// Codes of carriers -> their names. The API has any code that a warehouse reports.
const names: ReadonlyMap<string, string> = new Map([
  ["dhl", "DHL"],
  ["fedex", "FedEx"],
  ["ontrac", "OnTrac"],
  ["ups", "UPS"],
  ["usps", "USPS"],
]);

/** Another code is shown as it is. */
export function carrierOf(code: string): string {
  return names.get(code.toLowerCase()) ?? code;
}
