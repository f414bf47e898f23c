declare module "embedded:texts" {
  /** By the name of a folder, its texts by their paths. */
  export const folders: Readonly<Record<string, () => Promise<{ readonly texts: Readonly<Record<string, string>> }>>>;
}

declare module "*.css";

declare module "*.yaml" {
  const text: string;
  export default text;
}
