// A text <-> a link that holds it, compressed: nothing is sent or stored.

const prefix = "#text=";

export async function linkOf(text: string): Promise<string> {
  const bytes = await bytesThrough(new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw")));
  return `${location.origin}${location.pathname}${prefix}${base64Url(bytes)}`;
}

/** The text that an address holds; `null` for none, `"damaged"` in place of one that cannot be read. */
export async function sharedText(hash: string): Promise<{ readonly text: string } | "damaged" | null> {
  if (!hash.startsWith(prefix)) return null;
  try {
    const stream = new Blob([bytesOf(hash.slice(prefix.length))]).stream();
    const bytes = await bytesThrough(stream.pipeThrough(new DecompressionStream("deflate-raw")));
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    return "damaged";
  }
}

async function bytesThrough(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function base64Url(bytes: Uint8Array): string {
  const chunks: string[] = [];
  for (let at = 0; at < bytes.length; at += 0x8000)
    chunks.push(String.fromCharCode(...bytes.subarray(at, at + 0x8000)));
  return btoa(chunks.join("")).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));
}
