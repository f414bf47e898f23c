// The environment -> whether this is a run of continuous integration, and by which variable that is known.

/** What CI services set; most set `CI` too, and so do people who run what CI runs. */
const variables = [
  "CI",
  "GITHUB_ACTIONS",
  "TF_BUILD",
  "JENKINS_URL",
  "TEAMCITY_VERSION",
  "CODEBUILD_BUILD_ID",
  "BITBUCKET_BUILD_NUMBER",
];

/** `CI=true`; `null` outside of CI. */
export function ciOf(variable: (name: string) => string | null): string | null {
  if (variable("CI") === "false" || variable("CI") === "0") return null;
  const name = variables.find((one) => variable(one) !== null);
  return name === undefined ? null : `${name}=${variable(name)}`;
}
