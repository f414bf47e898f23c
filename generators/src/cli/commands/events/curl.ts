// A request -> the command line of curl that sends it, quoted for POSIX shells.

export interface CurlRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export function curlOf({ method, url, headers, body }: CurlRequest): string {
  const lines = Object.entries(headers).map(([name, value]) => `  --header ${quoted(`${name}: ${value}`)}`);
  // --data-binary sends the bytes as they are; a body that begins with @ would name a file.
  const data = body.startsWith("@") ? "--data-raw" : "--data-binary";
  return [`curl --request ${method} ${quoted(url)}`, ...lines, `  ${data} ${quoted(body)}`].join(" \\\n");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
