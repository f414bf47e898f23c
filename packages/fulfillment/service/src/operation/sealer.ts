// The key of this deployment -> what seals signing secrets; refused when the database was sealed with another key.
import { createSealer, type Sealer } from "../secrets/sealing.ts";
import { readSealingKey, sealingKeyFile, sealingKeyVariable } from "../secrets/sealing-key.ts";
import type { Database } from "../storage/database.ts";
import { insertSetting, settingByName } from "../storage/queries/settings.ts";
import { createDataDirectory } from "./open-database.ts";
import type { ServiceSettings } from "./settings.ts";

const settingName = "sealing-key";

export async function openSealer(
  database: Database,
  { dataDirectory, secretKey }: Pick<ServiceSettings, "dataDirectory" | "secretKey">,
): Promise<Sealer> {
  createDataDirectory(dataDirectory);
  const sealer = createSealer(readSealingKey(secretKey, dataDirectory));
  const known = await database.write(async (transaction) => {
    await transaction.all(insertSetting, { name: settingName, value: sealer.fingerprint });
    return await transaction.first(settingByName, { name: settingName });
  });
  if (known?.value === sealer.fingerprint) return sealer;
  throw new Error(
    `the signing secrets in the database were sealed with another key: set ${sealingKeyVariable} to it, or put the right ${sealingKeyFile} into ${dataDirectory}`,
  );
}
