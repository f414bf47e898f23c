// Express 4 beside Express 5: for what these tests call, the types of either are those of the other.
declare module "express4" {
  export { default } from "express";
}
