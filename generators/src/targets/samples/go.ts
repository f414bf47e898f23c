// A request -> the Go program that sends it, with only the standard library. It is formatted as gofmt would.
import { awkward, bodyTextOf, type Piece, type Plan, partHeadOf, wellFormed } from "./plan.ts";
import type { WireBody, WirePart } from "./wire.ts";

export function goSampleOf(plan: Plan): string {
  const { method, target, headers, basic, body, hasCertificate } = plan;
  const content = body === null ? { before: [], value: "nil" } : bodyOf(body);
  const url = goJoined([`os.Getenv("BASE_URL")`, ...target.map(pieceText)]);
  const lines = [
    ...content.before,
    `request, err := http.NewRequest(${goText(method)}, ${url}, ${content.value})`,
    ...fatal,
    ...(basic === null
      ? []
      : [`request.SetBasicAuth(os.Getenv(${goText(basic.user)}), os.Getenv(${goText(basic.password)}))`]),
    ...headers.map(([name, value]) => `request.Header.Set(${goText(name)}, ${goJoined(value.map(pieceText))})`),
    ...(body?.kind === "multipart"
      ? [`request.Header.Set("Content-Type", "multipart/form-data; boundary="+boundary)`]
      : []),
    ...(hasCertificate ? certificateLines : []),
    `response, err := ${hasCertificate ? "client" : "http.DefaultClient"}.Do(request)`,
    ...fatal,
    "defer response.Body.Close()",
    plan.hasBody ? "io.Copy(os.Stdout, response.Body)" : "fmt.Println(response.Status)",
  ];
  // A raw text goes over several lines, which are not indented.
  const text = lines.map((line) => `\t${line}`).join("\n");
  return `package main\n\n${importsOf(text)}\n\nfunc main() {\n${text}\n}`;
}

const fatal = ["if err != nil {", "\tlog.Fatal(err)", "}"];

const certificateLines = [
  'certificate, err := tls.LoadX509KeyPair("client.crt", "client.key")',
  ...fatal,
  "settings := &tls.Config{Certificates: []tls.Certificate{certificate}}",
  "client := &http.Client{Transport: &http.Transport{TLSClientConfig: settings}}",
];

const packages: readonly (readonly [name: string, path: string])[] = [
  ["rand", "crypto/rand"],
  ["tls", "crypto/tls"],
  ["fmt", "fmt"],
  ["io", "io"],
  ["log", "log"],
  ["http", "net/http"],
  ["url", "net/url"],
  ["os", "os"],
  ["strings", "strings"],
];

function importsOf(text: string): string {
  const code = text.replace(/"(?:[^"\\\n]|\\.)*"|`[^`]*`/g, '""');
  const used = packages.filter(([name]) => new RegExp(`\\b${name}\\.`).test(code));
  return `import (\n${used.map(([, path]) => `\t"${path}"\n`).join("")})`;
}

interface Content {
  readonly before: readonly string[];
  readonly value: string;
}

function bodyOf(body: WireBody): Content {
  const text = bodyTextOf(body);
  if (text !== null) return { before: [`body := strings.NewReader(${rawText(text)})`], value: "body" };
  if (body.kind === "file") return { before: opened("body", body.file.name), value: "body" };
  return body.kind === "multipart" ? multipartOf(body.parts) : { before: [], value: "nil" };
}

function opened(name: string, file: string): string[] {
  return [`${name}, err := os.Open(${goText(file)})`, ...fatal, `defer ${name}.Close()`];
}

function multipartOf(parts: readonly WirePart[]): Content {
  const readers = parts.flatMap((part, at) => {
    const head = goText(partHeadOf(part));
    const content = typeof part.content === "string" ? `strings.NewReader(${goText(part.content)})` : `file${at + 1}`;
    return [
      `\tstrings.NewReader("--" + boundary + "\\r\\n" + ${head}),`,
      `\t${content},`,
      `\tstrings.NewReader("\\r\\n"),`,
    ];
  });
  return {
    before: [
      "random := make([]byte, 16)",
      "if _, err := rand.Read(random); err != nil {",
      "\tlog.Fatal(err)",
      "}",
      'boundary := fmt.Sprintf("%x", random)',
      ...parts.flatMap(({ content }, at) => (typeof content === "string" ? [] : opened(`file${at + 1}`, content.name))),
      "body := io.MultiReader(",
      ...readers,
      `\tstrings.NewReader("--" + boundary + "--\\r\\n"),`,
      ")",
    ],
    value: "body",
  };
}

function pieceText(piece: Piece): string {
  if (typeof piece === "string") return goText(piece);
  const value = `os.Getenv(${goText(piece.variable)})`;
  return piece.isEncoded ? `strings.ReplaceAll(url.QueryEscape(${value}), "+", "%20")` : value;
}

/** As an argument of a call: gofmt writes no spaces around the plus there. */
function goJoined(pieces: readonly string[]): string {
  return pieces.length === 0 ? '""' : pieces.join("+");
}

/** Between backticks where it has several lines or quotes. */
function rawText(text: string): string {
  const isRaw = /[\n"]/.test(text) && !/[^\n\P{C}]|[`\u00a0\u0085\p{Zl}\p{Zp}]/u.test(text);
  return isRaw ? `\`${text}\`` : goText(text);
}

/** A literal that is exactly `text`. */
export function goText(text: string): string {
  const written = wellFormed(text)
    .replace(/["\\]/g, "\\$&")
    .replace(awkward, (character) => short[character] ?? numbered(character));
  return `"${written}"`;
}

const short: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function numbered(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  return point > 0xffff ? `\\U${point.toString(16).padStart(8, "0")}` : `\\u${point.toString(16).padStart(4, "0")}`;
}
