// AsyncAPI description -> the model of a messaging API. One file per AsyncAPI object.
export { readAsyncApi } from "./document.ts";
