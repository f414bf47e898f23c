// Places in a converted document -> the places in the Swagger 2.0 document that they come from.
import type { Fields } from "./self-contained.ts";

type Tokens = readonly string[];

/** `swagger`: the document that was converted. What has no counterpart leads to the nearest part around it that has one. */
export function swaggerPlace(swagger: Fields, [first = "", second = "", ...rest]: Tokens): Tokens {
  switch (first) {
    case "openapi":
      return ["swagger"];
    case "servers":
      return [["host", "basePath"].find((field) => Object.hasOwn(swagger, field)) ?? "swagger"];
    case "components":
      return componentPlace(second, rest);
    case "paths":
      return pathPlace(swagger, second, rest);
    default:
      return first === "" ? [] : second === "" ? [first] : [first, second, ...rest];
  }
}

function componentPlace(section: string, [name, ...rest]: Tokens): Tokens {
  if (name === undefined) return [sections[section] ?? "swagger"];
  switch (section) {
    case "schemas":
      return ["definitions", name, ...schemaPlace(rest)];
    case "parameters":
      return ["parameters", name, ...parameterPlace(rest)];
    case "responses":
      return ["responses", name, ...responsePlace(rest)];
    case "securitySchemes":
      return ["securityDefinitions", name, ...(rest[0] === "flows" ? rest.slice(2) : rest)];
    default:
      return ["swagger"];
  }
}

const sections: Readonly<Record<string, string>> = {
  schemas: "definitions",
  parameters: "parameters",
  responses: "responses",
  securitySchemes: "securityDefinitions",
};

function pathPlace(swagger: Fields, path: string, rest: Tokens): Tokens {
  const [method, field, ...below] = rest;
  if (path === "") return ["paths"];
  if (method === "parameters")
    return ["paths", path, "parameters", ...(field === undefined ? [] : [field, ...parameterPlace(below)])];
  if (method === undefined || field === undefined) return ["paths", path, ...rest];
  const operation = ["paths", path, method];
  const parameters = listAt(swagger, [...operation, "parameters"]);
  switch (field) {
    case "parameters": {
      const [index, ...inside] = below;
      if (index === undefined) return [...operation, "parameters"];
      return [...operation, "parameters", String(indexOfNth(parameters, Number(index))), ...parameterPlace(inside)];
    }
    case "requestBody":
      return [...operation, ...bodyPlace(parameters, below)];
    case "responses": {
      const [status, ...inside] = below;
      return [...operation, "responses", ...(status === undefined ? [] : [status, ...responsePlace(inside)])];
    }
    default:
      return [...operation, field, ...below];
  }
}

/** The body is one parameter, a form one for each field. */
function bodyPlace(parameters: readonly unknown[], [content, , schema, ...below]: Tokens): Tokens {
  const index = parameters.findIndex((one) => memberOf(one, "in") === "body");
  if (index !== -1) {
    const isSchema = content === "content" && schema === "schema";
    return ["parameters", String(index), ...(isSchema ? ["schema", ...schemaPlace(below)] : [])];
  }
  const [properties, name, ...inside] = below;
  const field = parameters.findIndex(
    (one) => memberOf(one, "in") === "formData" && (properties !== "properties" || memberOf(one, "name") === name),
  );
  return field === -1 ? ["parameters"] : ["parameters", String(field), ...schemaPlace(inside)];
}

/** Where the parameter is that is the nth of those outside of the body. */
function indexOfNth(parameters: readonly unknown[], nth: number): number {
  const others = parameters.flatMap((one, index) =>
    ["body", "formData"].includes(String(memberOf(one, "in"))) ? [] : [index],
  );
  return others[nth] ?? nth;
}

function parameterPlace([first, ...rest]: Tokens): Tokens {
  if (first === "style" || first === "explode") return ["collectionFormat"];
  return first === undefined ? [] : first === "schema" ? schemaPlace(rest) : [first, ...rest];
}

function responsePlace([first, second, third, ...rest]: Tokens): Tokens {
  if (first === "content") {
    if (third === "example") return ["examples", second ?? "", ...rest];
    return ["schema", ...(third === "schema" ? schemaPlace(rest) : [])];
  }
  if (first !== "headers" || second === undefined)
    return [first, second, third, ...rest].filter((one) => one !== undefined);
  return ["headers", second, ...(third === undefined ? [] : third === "schema" ? schemaPlace(rest) : [third, ...rest])];
}

/** Keywords that are spelt otherwise, unless they are names of properties. */
function schemaPlace(tokens: Tokens): Tokens {
  return tokens.flatMap((token, index) => {
    if (tokens[index - 1] === "properties" && tokens[index - 2] !== "properties") return [token];
    if (token === "propertyName" && tokens[index - 1] === "discriminator") return [];
    return [token === "nullable" ? "x-nullable" : token];
  });
}

function listAt(swagger: Fields, tokens: Tokens): readonly unknown[] {
  const found = tokens.reduce<unknown>(memberOf, swagger);
  return Array.isArray(found) ? found : [];
}

export function memberOf(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
}
