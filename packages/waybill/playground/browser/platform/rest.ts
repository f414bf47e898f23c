// What else of Node the engine names. In a browser it is never called, except where it says otherwise.

function missing(what: string): never {
  throw new TypeError(`there is no ${what} in a browser`);
}

/** `node:os`: no folder of a browser is a home. */
export function homedir(): string {
  return "/home";
}

/** `node:os` */
export function tmpdir(): never {
  return missing("tmpdir");
}

/** `node:module`: JavaScript is emitted on the command line only. */
export function stripTypeScriptTypes(): never {
  return missing("stripTypeScriptTypes");
}

/** `node:buffer` */
export function isUtf8(): never {
  return missing("isUtf8");
}
