// A request -> the Ruby program that sends it, with only the standard library.
import {
  awkward,
  bodyTextOf,
  bracedEscape,
  type Piece,
  type Plan,
  partHeadOf,
  singleQuoted,
  wellFormed,
} from "./plan.ts";
import type { WireBody, WirePart } from "./wire.ts";

export function rubySampleOf(plan: Plan): string {
  const { method, target, headers, basic, body, hasCertificate, hasBody } = plan;
  const path = `base.path + ${joinedText(target)}`;
  const settings = [
    'use_ssl: base.scheme == "https"',
    ...(hasCertificate
      ? [
          'cert: OpenSSL::X509::Certificate.new(File.read("client.crt"))',
          'key: OpenSSL::PKey.read(File.read("client.key"))',
        ]
      : []),
  ];
  const lines = [
    'base = URI(ENV.fetch("BASE_URL"))',
    `request = ${requestOf(method, path, body !== null)}`,
    ...(basic === null
      ? []
      : [`request.basic_auth(ENV.fetch(${rubyText(basic.user)}), ENV.fetch(${rubyText(basic.password)}))`]),
    ...headers.map(([name, value]) => `request[${rubyText(name)}] = ${joinedText(value)}`),
    ...(body === null ? [] : bodyLines(body)),
    `response = Net::HTTP.start(base.host, base.port, ${settings.join(", ")}) do |http|`,
    "  http.request(request)",
    "end",
    hasBody ? "puts response.body" : "puts response.code",
  ];
  const text = lines.join("\n");
  const libraries = [
    "net/http",
    ...(text.includes("ERB::") ? ["erb"] : []),
    ...(text.includes("SecureRandom") ? ["securerandom"] : []),
  ];
  return `${libraries
    .sort()
    .map((name) => `require "${name}"\n`)
    .join("")}\n${text}`;
}

/** By method, whether its class sends a body and the type of a form even where there is none. */
const classes: ReadonlyMap<string, boolean> = new Map([
  ["Get", false],
  ["Post", true],
  ["Put", true],
  ["Patch", true],
  ["Delete", false],
  ["Head", false],
  ["Options", false],
  ["Trace", false],
]);

function requestOf(method: string, path: string, hasBody: boolean): string {
  const name = method.charAt(0) + method.slice(1).toLowerCase();
  if (classes.has(name) && (hasBody || classes.get(name) === false)) return `Net::HTTP::${name}.new(${path})`;
  return `Net::HTTPGenericRequest.new(${rubyText(method)}, ${hasBody}, true, ${path})`;
}

function bodyLines(body: WireBody): string[] {
  const text = bodyTextOf(body);
  if (text !== null) return bodyText(text);
  if (body.kind === "file") return [`request.body = File.binread(${rubyText(body.file.name)})`];
  return body.kind === "multipart" ? multipartLines(body.parts) : [];
}

function multipartLines(parts: readonly WirePart[]): string[] {
  return [
    "boundary = SecureRandom.hex",
    "parts = [",
    ...parts.map((part) => {
      const content =
        typeof part.content === "string" ? rubyText(part.content) : `File.binread(${rubyText(part.content.name)})`;
      return `  [${rubyText(partHeadOf(part))}, ${content}],`;
    }),
    "]",
    'request["Content-Type"] = "multipart/form-data; boundary=" + boundary',
    'request.body = parts.map { |head, content| "--#{boundary}\\r\\n#{head}".b + content.b + "\\r\\n" }.join + "--#{boundary}--\\r\\n"',
  ];
}

function joinedText(pieces: readonly Piece[]): string {
  return pieces
    .map((piece) => {
      if (typeof piece === "string") return rubyText(piece);
      const value = `ENV.fetch(${rubyText(piece.variable)})`;
      return piece.isEncoded ? `ERB::Util.url_encode(${value})` : value;
    })
    .join(" + ");
}

/** A heredoc where it has several lines: between single quotes nothing in it has a meaning, and `<<~` takes the indentation away. */
function bodyText(text: string): string[] {
  const short = singleQuoted(text);
  if (short !== null) return [`request.body = ${short}`];
  const lines = text.split("\n");
  const isRaw =
    lines.length > 1 &&
    /^\S/.test(text) &&
    lines.every((line) => line.trim() !== "" && line.trim() !== "JSON") &&
    !/[^\n\P{C}]|[\u00a0\u0085\p{Zl}\p{Zp}]/u.test(text);
  if (!isRaw) return [`request.body = ${rubyText(text)}`];
  return ["request.body = <<~'JSON'.chomp", ...lines.map((line) => `  ${line}`), "JSON"];
}

/** A literal that is exactly `text`. `#` before a brace or a sign of a variable would begin an expression. */
export function rubyText(text: string): string {
  const written = wellFormed(text)
    .replace(/["\\#]/g, (character, at: number) =>
      character === "#" && !/^[{$@]/.test(text.slice(at + 1)) ? character : `\\${character}`,
    )
    .replace(awkward, bracedEscape);
  return `"${written}"`;
}
