// The version of this package, as it stands in package.json (a test holds them equal) and in the User-Agent.
export const version = "1.0.0";
