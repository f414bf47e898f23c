// In the reader's browser: the buttons that open the console of an operation, which is loaded then.
for (const place of document.querySelectorAll<HTMLElement>(".rd-try")) {
  const button = place.querySelector("button");
  button?.addEventListener("click", async () => {
    const { consoleOf } = await import("./try-console.ts");
    const form = place.querySelector("form") ?? place.appendChild(consoleOf(JSON.parse(place.dataset["try"] ?? "")));
    const isOpen = button.getAttribute("aria-expanded") === "true";
    button.setAttribute("aria-expanded", String(!isOpen));
    form.hidden = isOpen;
    if (!isOpen) form.querySelector<HTMLElement>("input, select, textarea, button")?.focus();
  });
}

// A window that an OAuth server sends back.
if (/[?&]state=/.test(location.search)) void import("./try-credentials.ts").then((one) => one.returnFromSignIn());
