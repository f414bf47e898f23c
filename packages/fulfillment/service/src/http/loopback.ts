// The name of a host, as a URL has it -> whether it is this machine.

export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "[::1]" || host === "::1" || /^127(?:\.\d+){3}$/.test(host);
}
