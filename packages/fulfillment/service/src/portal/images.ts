// The operator's folder of images -> the logos of accounts and the pictures of their products: `<account>/logo.svg`, `<account>/<SKU>.jpg`.
import { readdirSync } from "node:fs";
import { extname } from "node:path";

export interface Images {
  /** The path on the portal's origin; `null`: the folder has none. */
  logoOf(account: string): string | null;
  pictureOf(account: string, sku: string): string | null;
}

/** Where the pages find them. */
const imagesAt = "/images/";

/** In the order in which they are looked for. */
const imageTypes: Readonly<Record<string, string>> = {
  ".svg": "image/svg+xml",
  ".webp": "image/webp",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
};

/** `null`: no account has images. A SKU is encoded in the name of its file as in a URL: `A%2F1.png`. Throws when the folder cannot be read. */
export function readImages(directory: string | null): Images {
  const files = new Set(
    directory === null
      ? []
      : readdirSync(directory, { recursive: true, encoding: "utf8" }).map((name) => name.replaceAll("\\", "/")),
  );
  const find = (account: string, name: string): string | null => {
    const folder = encodeURIComponent(account);
    const file = Object.keys(imageTypes)
      .map((extension) => `${folder}/${encodeURIComponent(name)}${extension}`)
      .find((one) => files.has(one));
    return file === undefined ? null : `${imagesAt}${file.replaceAll("%", "%25")}`;
  };
  return { logoOf: (account) => find(account, "logo"), pictureOf: (account, sku) => find(account, sku) };
}

/** `/images/acme/MUG.png` -> the file in the folder, if its name is one of an image. */
export function imageFileOf(path: string): { readonly name: string; readonly type: string } | null {
  const type = imageTypes[extname(path)];
  if (!path.startsWith(imagesAt) || type === undefined || !/^[^/\\]+\/[^/\\]+$/.test(path.slice(imagesAt.length)))
    return null;
  try {
    const name = decodeURIComponent(path.slice(imagesAt.length));
    return /(?:^|\/)\.|\\|\0|\/.*\//.test(name) ? null : { name, type };
  } catch {
    return null;
  }
}
