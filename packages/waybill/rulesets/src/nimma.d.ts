// Its package has types, but not in its exports.
declare module "nimma" {
  const NimmaModule: new (
    expressions: readonly string[],
    options: object,
  ) => {
    query(
      value: unknown,
      callbacks: Readonly<
        Record<string, (scope: { readonly path: readonly (string | number)[]; readonly value: unknown }) => void>
      >,
    ): void;
  };
  export default NimmaModule;
}

declare module "nimma/fallbacks" {
  export const jsonPathPlus: object;
}
