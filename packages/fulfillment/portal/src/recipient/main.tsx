// The pages of recipients: nothing of the portal is loaded with them.
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "../styles/fonts.css";
import "../styles/tokens.css";
import "../styles/base.css";
import "../styles/controls.css";
import "../styles/parts.css";
import "../styles/recipient.css";
import { createQueries } from "../api/queries.ts";
import { Alert } from "../ui/states.tsx";
import { language, say } from "../ui/words.ts";
import { Frame } from "./frame.tsx";
import { Landing } from "./landing.tsx";
import { Redemption } from "./redemption.tsx";

const root = document.querySelector("#root");
if (root === null) throw new Error("recipient.html has no #root");

const [, kind, token = ""] = window.location.pathname.split("/").map(decodeURIComponent);

document.documentElement.lang = language;
createRoot(root).render(
  <StrictMode>
    {/* No one signs in here. */}
    <QueryClientProvider client={createQueries(() => undefined)}>{pageOf()}</QueryClientProvider>
  </StrictMode>,
);

function pageOf() {
  if (token !== "" && kind === "redeem") return <Redemption token={token} />;
  if (token !== "" && kind === "landing") return <Landing token={token} />;
  return (
    <Frame title={say("This link is not complete")}>
      <Alert>
        <p>{say("Copy the whole link from the message that you received, and open it again.")}</p>
      </Alert>
    </Frame>
  );
}
