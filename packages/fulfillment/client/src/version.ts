// The version of this package, as in package.json (a test compares them) and in the User-Agent.
export const version = "1.0.0";
