// A generated sample -> the same with the address of the API in place of the variable, for pages of one API.

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
  if (filled.includes("BASE_URL")) throw new Error("BASE_URL is spelled in a way that address.ts does not know");
  return filled;
}
