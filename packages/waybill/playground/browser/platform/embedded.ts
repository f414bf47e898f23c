// `import.meta.resolve` in the browser: the documents that the engine reads from packages are among the embedded texts.

export function embeddedUrl(file: string): string {
  return `file:///packages/${file}`;
}
