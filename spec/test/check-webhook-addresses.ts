// Holds the vectors of webhook-addresses.json to one shape, and to the URL rules of schemas/webhook-url.yaml.
import { type Description, type Json, type JsonObject, objectIn, stringsIn } from "./description.ts";

const file = "webhook-addresses.json";

/** The members of a vector beside `group` and `verdict`; `?` marks those that may be missing. */
const lists: Readonly<Record<string, readonly string[]>> = {
  urls: ["url", "resolves?"],
  addresses: ["address"],
  rebinding: ["url", "set", "connect"],
};

export function checkWebhookAddresses(description: Description): string[] {
  const vectors = objectIn(description.values.get(`examples/${file}`));
  const rules = objectIn(objectIn(description.values.get("schemas/webhook-url.yaml"))["x-waybill-url-rules"]);
  return [
    ...Object.keys(lists).flatMap((name) => checkList(name, vectorsIn(vectors, name))),
    ...checkRules(rules, vectorsIn(vectors, "urls"), vectorsIn(vectors, "addresses")),
  ].map((problem) => `${file}: ${problem}`);
}

function checkList(name: string, vectors: readonly JsonObject[]): string[] {
  const inputs = vectors.map((vector) => String(vector["url"] ?? vector["address"]));
  const verdicts = vectors.flatMap((vector) => stagesOf(vector).map((stage) => stage["verdict"]));
  return [
    ...["allowed", "refused"].filter((one) => !verdicts.includes(one)).map((one) => `${name}: nothing is ${one}`),
    ...inputs
      .filter((input, at) => inputs.indexOf(input) !== at)
      .map((input) => `${name}: ${JSON.stringify(input)} is there twice`),
    ...vectors
      .filter((vector) => !isVector(vector, lists[name] ?? []))
      .map((vector) => `${name}: ${JSON.stringify(vector)} is no vector`),
  ];
}

function isVector(vector: JsonObject, members: readonly string[]): boolean {
  const known = ["group", ...("set" in vector ? [] : ["verdict"]), ...members];
  const input = vector["url"] ?? vector["address"];
  return (
    typeof vector["group"] === "string" &&
    typeof input === "string" &&
    Object.keys(vector).every((key) => known.includes(key) || known.includes(`${key}?`)) &&
    known.every((key) => key.endsWith("?") || key in vector) &&
    stagesOf(vector).every(isStage)
  );
}

/** What a vector says of each time it is looked at. */
function stagesOf(vector: JsonObject): JsonObject[] {
  return "set" in vector ? [objectIn(vector["set"]), objectIn(vector["connect"])] : [vector];
}

function isStage({ verdict, resolves }: JsonObject): boolean {
  const isResolved = resolves === undefined || (Array.isArray(resolves) && resolves.length > 0);
  return (
    isResolved &&
    stringsIn(resolves ?? null).length === listIn(resolves).length &&
    /^(?:allowed|refused)$/.test(String(verdict))
  );
}

/** Each stated host and each stated network, from end to end, is refused; what is allowed has a stated scheme. */
function checkRules(rules: JsonObject, urls: readonly JsonObject[], addresses: readonly JsonObject[]): string[] {
  const schemes = stringsIn(rules["schemes"]);
  const isRefused = (input: string, list: readonly JsonObject[]): boolean =>
    list.some((vector) => vector["verdict"] === "refused" && (vector["url"] ?? vector["address"]) === input);
  const ends = stringsIn(rules["forbiddenNetworks"]).flatMap(endsOf);
  const hosts = stringsIn(rules["forbiddenHosts"]).map((host) => (host.includes(":") ? `[${host}]` : host));
  return [
    ...hosts.map((host) => `https://${host}/hook`).filter((url) => !isRefused(url, urls)),
    ...ends.filter((address) => !isRefused(address, addresses)),
  ]
    .map((input) => `${input} is not refused`)
    .concat(
      urls
        .filter(
          ({ verdict, url }) => verdict === "allowed" && !schemes.some((scheme) => hasScheme(String(url), scheme)),
        )
        .map(({ url }) => `${String(url)} is allowed with a scheme that is not`),
    );
}

function hasScheme(url: string, scheme: string): boolean {
  return url.toLowerCase().startsWith(`${scheme}:`);
}

/** `10.0.0.0/8` -> `10.0.0.0`, `10.255.255.255` */
function endsOf(network: string): [first: string, last: string] {
  const [address = "", bits = ""] = network.split("/");
  const first = address.split(".").reduce((number, byte) => number * 256 + Number(byte), 0);
  return [address, dotted(first + 2 ** (32 - Number(bits)) - 1)];
}

function dotted(number: number): string {
  return [24, 16, 8, 0].map((shift) => (number >>> shift) & 0xff).join(".");
}

function vectorsIn(vectors: JsonObject, name: string): JsonObject[] {
  return listIn(vectors[name]).map(objectIn);
}

function listIn(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}
