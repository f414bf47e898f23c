// The text of a module, as generators and compilers write it -> the names that it exports.

/** Without those of `export *`; one may be there twice. */
export function exportedNames(text: string): string[] {
  const declared = text.matchAll(
    /^export (?:declare )?(?:abstract )?(?:async )?(?:const|let|function\*?|class|interface|type|enum) ([\p{ID_Start}_$][\p{ID_Continue}$]*)/gmu,
  );
  const listed = text.matchAll(/^export (?:type )?\{([^}]*)\}/gm);
  return [
    ...[...declared].map(([, name = ""]) => name),
    ...[...listed].flatMap(([, list = ""]) => list.split(",").map(nameOf)),
  ];
}

/** `Order` of `type Item as Order`. */
function nameOf(specifier: string): string {
  return (
    specifier
      .trim()
      .replace(/^type /, "")
      .split(" as ")
      .at(-1) ?? ""
  );
}
