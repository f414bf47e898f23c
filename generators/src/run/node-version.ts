// Whether this Node runs the toolkit: "engines" in package.json is only a warning at install, so an older one gets this far.

/** Throws on a Node that lacks what the toolkit is written with. */
export function requireNode(version: string = process.versions.node): void {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major < 22 || (major === 22 && minor < 19))
    throw new Error(`waybill needs Node 22.19 or newer; this is v${version}`);
}
