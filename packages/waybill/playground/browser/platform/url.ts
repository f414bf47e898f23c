// `node:url` in the browser: what the engine makes of paths, which are those of POSIX here.

export function pathToFileURL(path: string): URL {
  const url = new URL("file:///");
  url.pathname = path.replaceAll("%", "%25").replaceAll("\\", "%5C");
  return url;
}

export function fileURLToPath(url: string | URL): string {
  return decodeURIComponent(new URL(url).pathname);
}
