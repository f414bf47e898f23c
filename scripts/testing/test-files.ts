// Where the tests are. Each pattern begins with a folder of the workspace: copies of it that a release or a package check is running in,
// below `.reports`, have the same files.

/** Every test file, slow or not. */
export const testFiles: readonly string[] = [
  "generators/test/**/*.test.ts",
  "packages/*/*/test/**/*.test.ts",
  "spec/test/**/*.test.ts",
  "docs/{test,checks}/**/*.test.ts",
  "examples/{servers,channels}/test/**/*.test.ts",
  "scripts/**/*.test.ts",
];

/** Tests that take much of a processor, and seldom fail alone: CI runs them beside other checks. */
export const slowTestFiles: readonly string[] = testFiles.map((pattern) =>
  pattern.replace(/\*\.test\.ts$/, "*.slow.test.ts"),
);
