// A request -> the PHP program that sends it, with no extension and no package.
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

export function phpSampleOf(plan: Plan): string {
  const { method, target, headers, basic, body, hasCertificate, hasBody } = plan;
  const login =
    basic === null
      ? []
      : [
          `"Authorization: Basic " . base64_encode(getenv(${phpText(basic.user)}) . ":" . getenv(${phpText(basic.password)}))`,
        ];
  const all = [
    ...login,
    ...headers.map(([name, value]) => joinedText([`${name}: `, ...value])),
    ...(body?.kind === "multipart" ? ['"Content-Type: multipart/form-data; boundary=" . $boundary'] : []),
  ];
  const lines = [
    "<?php",
    "",
    ...(body === null ? [] : [...bodyLines(body), ""]),
    "$context = stream_context_create([",
    '    "http" => [',
    `        "method" => ${phpText(method)},`,
    ...(all.length === 0
      ? []
      : ['        "header" => [', ...all.map((header) => `            ${header},`), "        ],"]),
    ...(body === null ? [] : ['        "content" => $body,']),
    '        "ignore_errors" => true,',
    "    ],",
    ...(hasCertificate ? ['    "ssl" => ["local_cert" => "client.crt", "local_pk" => "client.key"],'] : []),
    "]);",
    `$response = file_get_contents(getenv("BASE_URL") . ${joinedText(target)}, false, $context);`,
    hasBody ? "echo $response;" : "echo $http_response_header[0];",
  ];
  return lines.join("\n");
}

function bodyLines(body: WireBody): string[] {
  const text = bodyTextOf(body);
  if (text !== null) return [`$body = ${rawText(text)};`];
  if (body.kind === "file") return [`$body = file_get_contents(${phpText(body.file.name)});`];
  return body.kind === "multipart" ? multipartLines(body.parts) : [];
}

function multipartLines(parts: readonly WirePart[]): string[] {
  return [
    "$boundary = bin2hex(random_bytes(16));",
    "$parts = [",
    ...parts.map((part) => {
      const content =
        typeof part.content === "string" ? phpText(part.content) : `file_get_contents(${phpText(part.content.name)})`;
      return `    ${phpText(partHeadOf(part))} . ${content},`;
    }),
    "];",
    '$body = "";',
    "foreach ($parts as $part) {",
    '    $body .= "--$boundary\\r\\n$part\\r\\n";',
    "}",
    '$body .= "--$boundary--\\r\\n";',
  ];
}

function joinedText(pieces: readonly Piece[]): string {
  const [first, second, ...rest] = pieces;
  // The name of a header and a text that follows it.
  const isText = typeof first === "string" && typeof second === "string";
  return (isText ? [first + second, ...rest] : pieces)
    .map((piece) => {
      if (typeof piece === "string") return phpText(piece);
      const value = `getenv(${phpText(piece.variable)})`;
      return piece.isEncoded ? `rawurlencode(${value})` : value;
    })
    .join(" . ");
}

/** A nowdoc where it has several lines: nothing in it has a meaning. Its end would be a line that begins with the word. */
function rawText(text: string): string {
  const short = singleQuoted(text);
  if (short !== null) return short;
  const isRaw = text.includes("\n") && !/[^\n\P{C}]|[\u00a0\u0085\p{Zl}\p{Zp}]/u.test(text) && !/^\s*JSON/m.test(text);
  return isRaw ? `<<<'JSON'\n${wellFormed(text)}\nJSON` : phpText(text);
}

/** A literal that is exactly `text`. A dollar sign would begin a variable, braces one with an expression. */
export function phpText(text: string): string {
  const written = wellFormed(text)
    .replace(/["\\$]/g, "\\$&")
    .replace(awkward, bracedEscape);
  return `"${written}"`;
}
