// What a program that runs the service inside itself needs; everything else is reached by the `fulfillment` commands.

export { createLog, type LogLevel, type ServiceLog } from "./operation/logger.ts";
export type { ServiceParts, Wrap } from "./operation/parts.ts";
export type { RouteTable, ServedResponse, ServedRoute } from "./operation/route-table.ts";
export { type Service, startService } from "./operation/service.ts";
export type { ServiceSettings, StorageSettings } from "./operation/settings.ts";
