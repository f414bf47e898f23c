// A package that generates from `api.yaml` into `src/gen`.
const compilerOptions =
  '{ "module": "nodenext", "lib": ["es2024"], "strict": true, "noEmit": true, "types": [], "allowImportingTsExtensions": true }';

export const packageFiles: Record<"waybill.config.mjs" | "tsconfig.json" | "package.json" | ".gitignore", string> = {
  "waybill.config.mjs": configOf('"api.yaml"'),
  "tsconfig.json": `{ "compilerOptions": ${compilerOptions}, "include": ["src"] }`,
  "package.json": '{ "type": "module" }',
  ".gitignore": "node_modules\n",
};

export function configOf(document: string, more = ""): string {
  return `export default { apis: { shop: { openapi: ${document}, out: "src/gen", importExtension: ".ts", targets: ["types"]${more} } } };\n`;
}

/** A list of orders, without the schemas. */
export function orderList(reference = "#/components/schemas/Order"): string {
  return `openapi: 3.1.0
info: { title: Shop, version: "1" }
paths:
  /orders:
    get:
      operationId: listOrders
      responses:
        "200":
          description: Orders.
          content: { application/json: { schema: { type: array, items: { $ref: "${reference}" } } } }
`;
}
