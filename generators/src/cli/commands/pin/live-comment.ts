/** What `init` writes above a document that is not pinned, and `pin` removes. */
export const liveComment = "// Read from its server in every run. To check it in CI, pin it: waybill pin URL --write";
