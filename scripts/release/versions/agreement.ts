// `pnpm check versions`: fails where a place states another version than the packages, or where the last release is not recorded.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { apiVersion, readGroups, readPlaces, readRecorded, releaseOf } from "./places.ts";
import { type Problem, positionIn, printProblems } from "./problem.ts";

const command = "pnpm release follow";

export function checkAgreement(root: string): Problem[] {
  const groups = readGroups(root);
  const stale = readPlaces(root).filter(({ stated, version }) => stated !== version);
  return [
    ...stale.map(({ file, offset, stated, version }): Problem => {
      const position = positionIn(readFileSync(path.join(root, file), "utf8"), offset);
      const group = groups.find(({ followers }) => followers.includes(file)) ?? groups[0];
      const message = `${stated} is stated here, ${version} in ${group?.leader}`;
      const hint = `run ${command}; versions themselves are raised by pnpm version-packages, never by hand`;
      return { file, ...position, code: "stale-version", message, hint };
    }),
    ...checkRecord(root),
  ];
}

function checkRecord(root: string): Problem[] {
  const version = apiVersion(root);
  const { openapi, asyncapi } = releaseOf(version);
  const file = "spec/package.json";
  const text = readFileSync(path.join(root, file), "utf8");
  const at = { file, ...positionIn(text, Math.max(0, text.indexOf(version))) };
  const missing = [openapi, asyncapi].filter((each) => !existsSync(path.join(root, each)));
  const last = readRecorded(root).at(-1)?.version ?? version;
  return [
    ...missing.map((each): Problem => {
      const message = `there is no ${each}, which the next release is compared with`;
      return { ...at, code: "unrecorded-release", message, hint: `run ${command}` };
    }),
    ...(last === version
      ? []
      : [
          {
            ...at,
            code: "unknown-release",
            message: `spec/releases has ${last}, and the packages are ${version}`,
            hint: "a release is recorded once its version is decided: raise the packages, or remove the folder",
          },
        ]),
  ];
}

if (import.meta.main) {
  const failed = printProblems(checkAgreement(process.cwd()));
  if (!failed) console.log("versions: every place agrees");
  process.exitCode = failed ? 1 : 0;
}
