declare module "embedded:texts" {
  /** By their paths, `/waybill/targets/…` and `/packages/…`. */
  export const texts: Readonly<Record<string, string>>;
}
