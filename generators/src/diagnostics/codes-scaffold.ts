// Codes about files of users that `scaffold` adds to.
import { listOf, quote, type Table } from "./code.ts";

/** What the wording of each code needs. */
export interface ScaffoldArgs {
  readonly "handler-file-syntax": { file: string; reason: string };
  readonly "handlers-not-found": { folder: string; files: readonly string[] };
  readonly "unclear-handlers": { text: string; operations: readonly string[] };
  readonly "handler-gone": { operation: string };
  readonly "handler-not-exported": { operation: string; reason: string };
  readonly "other-handlers": { operations: readonly string[]; file: string };
}

export const scaffoldCodes: Table<ScaffoldArgs> = {
  "handler-file-syntax": {
    severity: "error",
    message: ({ file, reason }) => `${file} cannot be read as code: ${reason}`,
    hint: () => "nothing was written; fix the file and run scaffold again",
    stops: "run",
    cause:
      "`waybill scaffold` adds handlers to files that people edit. It parses all of them first, and one has a syntax error or is not UTF-8.",
    fix: "Fix the place shown. If the file is not part of the server, name another folder with `--dir`.",
  },
  "handlers-not-found": {
    severity: "error",
    message: ({ folder, files }) =>
      `${some(files)} ${files.length === 1 ? "is" : "are"} in the way, and nothing in ${folder} is declared as Handlers`,
    hint: () =>
      "pass the folder with your handlers as --dir, or declare their object: const handlers: Handlers<Context> = { … }",
    stops: "run",
    cause:
      "`waybill scaffold` finds your handlers by their type: an object declared as `Handlers` of the generated server. There is none in the folder, but it has files with the names of those that a first run writes.",
    fix: "Name the folder that has the handlers, or another one for new handlers: `--dir src/server`.",
  },
  "unclear-handlers": {
    severity: "warning",
    message: ({ text, operations }) =>
      `${quote(text)} may have handlers that scaffold cannot see; it added nothing for ${some(operations)}`,
    hint: () =>
      "add the missing ones yourself: the compiler names each of them, if the object begins with ...unhandled",
    cause:
      "`waybill scaffold` reads object literals, spreads of them, and spreads of modules. The handlers at this place come from something else, such as a class or a function, so a handler that is added could replace one of yours.",
    fix: "Add the handlers by hand, or write the object so that its members can be read: `{ ...unhandled, ...orders, createOrder }`.",
  },
  "handler-gone": {
    severity: "warning",
    message: ({ operation }) => `${operation} has a handler, but is no longer an operation of the description`,
    hint: () => "a comment marks it; delete it, or rename it if the operation has a new name",
    cause:
      "The description no longer has the operation, or has it under another name. `waybill scaffold` never deletes code: it marks the handler with a comment.",
    fix: "Delete the handler, or move its code to the one for the new name.",
  },
  "handler-not-exported": {
    severity: "warning",
    message: ({ operation, reason }) => `${operation} is in the table of handlers, but ${reason}`,
    hint: () => "write the handler there, or remove the member and its import: scaffold then adds a new one",
    cause:
      "The object that is declared as `Handlers` has a member for the operation, which it imports from a file that does not export it, or that does not exist.",
    fix: "Write the handler, correct the import, or remove the member and the import and run `waybill scaffold` again.",
  },
  "other-handlers": {
    severity: "warning",
    message: ({ operations, file }) =>
      `these handlers lack ${some(operations)}: scaffold adds only to the table in ${file}`,
    hint: () => "add them yourself, or pass a folder that has only this table: --dir",
    cause:
      "Several objects in the folder are declared as `Handlers`. `waybill scaffold` adds to the one with the most handlers, and this is another.",
    fix: "Add the handlers by hand, spread the other table in this one, or run `waybill scaffold` with `--dir` for each table.",
  },
};

function some(names: readonly string[]): string {
  return names.length <= 6 ? listOf(names, "and") : `${names.slice(0, 5).join(", ")} and ${names.length - 5} more`;
}
