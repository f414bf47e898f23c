// AsyncAPI description -> the model of a messaging API. One file per AsyncAPI object.
export { type ReadMessaging, readAsyncApi } from "./document.ts";
