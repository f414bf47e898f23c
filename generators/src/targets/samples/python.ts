// A request -> the Python program that sends it, with only the standard library.
// `requests` would be a little shorter; this runs wherever Python does, without installing anything.
import type { Operation } from "../../model/http.ts";
import type { Json } from "../../model/schema.ts";
import type { Credential } from "./credentials.ts";
import { hasBody, partHeadOf } from "./plan.ts";
import { type Syntax, valueText } from "./value-text.ts";
import type { WireBody, WirePart, WireSample } from "./wire.ts";

export function pythonSampleOf(operation: Operation, sample: WireSample, credentials: readonly Credential[]): string {
  const body = sample.body === null ? null : bodyOf(sample.body);
  const headers = headersOf(sample, credentials, body?.contentType ?? null);
  const query = credentials.flatMap(({ proof }) =>
    proof.kind === "key" && proof.in === "query"
      ? [`${encodeURIComponent(proof.name)}=`, variable(proof.variable)]
      : [],
  );
  const separator = sample.target.includes("?") ? "&" : "?";
  const url = [variable("BASE_URL"), pythonText(sample.target + (query.length === 0 ? "" : separator + query[0]))];
  const quoted = query.slice(1).map((value) => `quote(${value}, safe="")`);
  const method = sample.method === (body === null ? "GET" : "POST") ? [] : [`method=${pythonText(sample.method)}`];
  const lines = [
    ...credentials.flatMap(loginOf),
    ...(body?.before ?? []),
    ...requestLines([
      [...url, ...quoted].join(" + "),
      ...method,
      ...(headers === null ? [] : [headers]),
      ...(body === null ? [] : [`data=${body.data}`]),
    ]),
    ...opened(credentials),
    ...responseLines(operation),
  ];
  const text = lines.join("\n");
  return `${importsOf(text)}\n\n${text}`;
}

/** The text that basic authentication encodes. */
function loginOf({ proof }: Credential): string[] {
  return proof.kind === "basic" ? [`login = ${variable(proof.user)} + ":" + ${variable(proof.password)}`] : [];
}

function requestLines(parameters: readonly string[]): string[] {
  const flat = `request = Request(${parameters.join(", ")})`;
  if (flat.length <= 80 && !flat.includes("\n")) return [flat];
  return ["request = Request(", ...parameters.map((parameter) => `    ${parameter},`), ")"];
}

function opened(credentials: readonly Credential[]): string[] {
  if (credentials.every(({ proof }) => proof.kind !== "certificate")) return ["with urlopen(request) as response:"];
  return [
    "context = ssl.create_default_context()",
    'context.load_cert_chain("client.crt", "client.key")',
    "with urlopen(request, context=context) as response:",
  ];
}

/** The type of a success decides how it is printed; a 4xx or 5xx is an exception. */
function responseLines(operation: Operation): string[] {
  if (!hasBody(operation)) return ["    print(response.status)"];
  const successes = operation.responses.filter(({ status }) => status.kind !== "code" || status.code < 300);
  const content = successes.filter(({ status }) => status.kind !== "default").flatMap((response) => response.content);
  const isAlwaysJson =
    content.length > 0 &&
    content.every(({ body }) => body === "json") &&
    successes.every((response) => response.content.length > 0);
  if (isAlwaysJson) return ["    print(json.load(response))"];
  const isBinary = content.some(({ body }) => body === "binary");
  return [isBinary ? "    sys.stdout.buffer.write(response.read())" : "    print(response.read().decode())"];
}

const modules = ["base64", "json", "os", "secrets", "ssl", "sys"];

/** Those that the text names outside of its strings. */
function importsOf(text: string): string {
  const code = text.replace(/"(?:[^"\\]|\\.)*"/g, '""');
  const used = modules.filter((name) => new RegExp(`\\b${name}\\.`).test(code));
  const parse = ["quote", "urlencode"].filter((name) => code.includes(`${name}(`));
  return [
    ...used.map((name) => `import ${name}`),
    ...(parse.length === 0 ? [] : [`from urllib.parse import ${parse.join(", ")}`]),
    "from urllib.request import Request, urlopen",
  ].join("\n");
}

/** `contentType`: an expression in the place of a value of the request. */
function headersOf(sample: WireSample, credentials: readonly Credential[], contentType: string | null): string | null {
  const proofs = credentials.flatMap(({ proof }): [string, string][] => {
    switch (proof.kind) {
      case "authorization":
        return [["Authorization", `${pythonText(`${proof.scheme} `)} + ${variable(proof.variable)}`]];
      case "basic":
        return [["Authorization", '"Basic " + base64.b64encode(login.encode()).decode()']];
      case "key":
        return proof.in === "header" ? [[proof.name, variable(proof.variable)]] : [];
      default:
        return [];
    }
  });
  const sampleHeaders = sample.headers.map(([name, value]): [string, string] => [name, pythonText(value)]);
  const cookies = cookiesOf(sample, credentials);
  const entries = [
    ...proofs,
    ...sampleHeaders,
    ...(contentType === null ? [] : [["Content-Type", contentType] as const]),
    ...(cookies === null ? [] : [["Cookie", cookies] as const]),
  ];
  if (entries.length === 0) return null;
  return `headers={\n${entries.map(([name, value]) => `        ${pythonText(name)}: ${value},\n`).join("")}    }`;
}

function cookiesOf({ cookies }: WireSample, credentials: readonly Credential[]): string | null {
  const pieces = cookies === null ? [] : [pythonText(cookies)];
  for (const { proof } of credentials) {
    if (proof.kind !== "key" || proof.in !== "cookie") continue;
    const lead = `${pieces.length === 0 ? "" : "; "}${encodeURIComponent(proof.name)}=`;
    pieces.push(pythonText(lead), `quote(${variable(proof.variable)}, safe="")`);
  }
  return pieces.length === 0 ? null : pieces.join(" + ");
}

interface Body {
  /** Lines in front of the request. */
  readonly before: readonly string[];
  readonly data: string;
  readonly contentType: string | null;
}

function bodyOf(body: WireBody): Body {
  const plain = (data: string): Body => ({ before: [], data, contentType: null });
  switch (body.kind) {
    case "json":
      return plain(`json.dumps(${textOfValue(body.value, 1, 20)}).encode()`);
    case "form":
      return plain(`${formText(body.pairs)}.encode()`);
    case "multipart":
      return multipartOf(body.parts);
    case "text":
      return plain(`${pythonText(body.text)}.encode()`);
    case "file":
      return plain(`open(${pythonText(body.file.name)}, "rb").read()`);
  }
}

/** Fields in readable form; `urlencode` would write a space differently, with the same meaning. */
function formText(pairs: readonly string[]): string {
  const fields = pairs.map((pair) => {
    const [name = "", ...value] = pair.split("=");
    return [decodeURIComponent(name), decodeURIComponent(value.join("="))] as const;
  });
  const isUnique = new Set(fields.map(([name]) => name)).size === fields.length;
  const value: Json = isUnique ? Object.fromEntries(fields) : fields;
  return `urlencode(${textOfValue(value, 1, 16)})`;
}

function multipartOf(parts: readonly WirePart[]): Body {
  const lines = parts.map((part) => {
    const { content } = part;
    const written =
      typeof content === "string"
        ? `${pythonText(content)}.encode()`
        : `open(${pythonText(content.name)}, "rb").read()`;
    return `    (${pythonText(partHeadOf(part))}, ${written}),`;
  });
  return {
    before: [
      "boundary = secrets.token_hex(16)",
      "parts = [",
      ...lines,
      "]",
      'body = b"".join(',
      '    f"--{boundary}\\r\\n{head}".encode() + content + b"\\r\\n"',
      "    for head, content in parts",
      ")",
      "",
    ],
    data: 'body + f"--{boundary}--\\r\\n".encode()',
    contentType: '"multipart/form-data; boundary=" + boundary',
  };
}

function variable(name: string): string {
  return `os.environ[${pythonText(name)}]`;
}

function textOfValue(value: Json, depth: number, around: number): string {
  return valueText(value, pythonSyntax, { depth, before: 4 + around, after: 11 });
}

export const pythonSyntax: Syntax = {
  words: { null: "None", true: "True", false: "False" },
  string: pythonText,
  key: pythonText,
  file: ({ name }) => pythonText(name),
  padding: "",
  indentation: "    ",
  closesWithComma: true,
};

/** A literal that is exactly `text`. What ends a line, hides, or is half of a character is an escape. */
function pythonText(text: string): string {
  const written = text.replace(/["\\]|[\p{C}\p{Zl}\p{Zp}\u00a0\u0085\p{Cs}]/gu, escaped);
  return `"${written}"`;
}

const short: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t", '"': '\\"', "\\": "\\\\" };

function escaped(character: string): string {
  const known = short[character];
  if (known !== undefined) return known;
  const point = character.codePointAt(0) ?? 0;
  return point > 0xffff ? `\\U${point.toString(16).padStart(8, "0")}` : `\\u${point.toString(16).padStart(4, "0")}`;
}
