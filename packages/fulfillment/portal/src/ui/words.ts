// English texts of the pages for recipients -> the language of the reader. The portal itself is in English.

const german = {
  "(optional)": "(optional)",
  "A newer link may have replaced it. Ask the people who invited you.":
    "Vielleicht gibt es einen neueren Link. Fragen Sie die Person, die Sie eingeladen hat.",
  "A product in the cart is no longer available. Remove it and try again.":
    "Ein Produkt im Warenkorb ist nicht mehr erhältlich. Entfernen Sie es, und versuchen Sie es noch einmal.",
  "Apartment, floor or similar": "Wohnung, Etage oder Ähnliches",
  Cancelled: "Storniert",
  Change: "Ändern",
  "Check the address of this page, or find what you are looking for in the list.":
    "Prüfen Sie die Adresse dieser Seite, oder suchen Sie in der Liste.",
  "Choose what you would like": "Wählen Sie aus, was Ihnen gefällt",
  City: "Ort",
  Continue: "Weiter",
  "Copy the whole link from the message that you received, and open it again.":
    "Kopieren Sie den ganzen Link aus der Nachricht, die Sie bekommen haben, und öffnen Sie ihn noch einmal.",
  "Delivered on {day}": "Zugestellt am {day}",
  "E-mail address": "E-Mail-Adresse",
  "Enter a whole number": "Geben Sie eine ganze Zahl ein",
  "Enter an e-mail address, such as name@example.com": "Geben Sie eine E-Mail-Adresse ein, wie name@example.com",
  "Expected on {day}": "Voraussichtlich am {day}",
  "First name": "Vorname",
  "For you, {name}.": "Für Sie, {name}.",
  "From {sender}": "Von {sender}",
  "Last name": "Nachname",
  "Loading {what}…": "{what} wird geladen…",
  "On its way": "Unterwegs",
  "One less of {title}": "Eins weniger: {title}",
  "One more of {title}": "Eins mehr: {title}",
  "Open this link again to follow your order.": "Öffnen Sie diesen Link wieder, um Ihre Bestellung zu verfolgen.",
  "Order {number}": "Bestellung {number}",
  "Orders are no longer taken here, or the link is not complete.":
    "Hier kann nicht mehr bestellt werden, oder der Link ist unvollständig.",
  Phone: "Telefon",
  "Place order": "Bestellen",
  "Placing your order…": "Die Bestellung wird aufgegeben…",
  "Preparing for shipment": "Wird für den Versand vorbereitet",
  Required: "Bitte ausfüllen",
  Returned: "Zurückgesandt",
  "Shipped on {day}": "Versandt am {day}",
  "Ships to: {country}": "Versand nach: {country}",
  State: "Bundesstaat",
  "Street and house number": "Straße und Hausnummer",
  "Thank you, your order is placed": "Vielen Dank für Ihre Bestellung",
  "The cart is empty": "Der Warenkorb ist leer",
  "The service could not be reached, or did not respond in time.":
    "Der Dienst war nicht erreichbar oder hat nicht rechtzeitig geantwortet.",
  "The service could not be reached. Check your connection and try again.":
    "Der Dienst ist nicht erreichbar. Prüfen Sie Ihre Verbindung, und versuchen Sie es noch einmal.",
  "The service sent a response that this page does not understand. Reload the page.":
    "Diese Seite versteht die Antwort des Dienstes nicht. Laden Sie die Seite neu.",
  "The service took too long to respond. Try again.":
    "Der Dienst hat zu lange gebraucht. Versuchen Sie es noch einmal.",
  "There is nothing to choose from at the moment.": "Zurzeit gibt es nichts zur Auswahl.",
  "This is taking longer than usual.": "Das dauert länger als gewöhnlich.",
  "This link is not complete": "Dieser Link ist unvollständig",
  "This link is not valid": "Dieser Link ist ungültig",
  "This page is closed": "Diese Seite ist geschlossen",
  "Too many attempts. Try again later.": "Zu viele Versuche. Versuchen Sie es später noch einmal.",
  "Too many attempts. Try again in {count} minutes.":
    "Zu viele Versuche. Versuchen Sie es in {count} Minuten noch einmal.",
  "Too many attempts. Try again in {count} seconds.":
    "Zu viele Versuche. Versuchen Sie es in {count} Sekunden noch einmal.",
  "Try again": "Noch einmal versuchen",
  "Trying again…": "Noch ein Versuch…",
  "Use at most {count} characters": "Höchstens {count} Zeichen",
  Welcome: "Willkommen",
  "Where should it go?": "Wohin sollen wir liefern?",
  "You are offline. The page loads when the connection is back.":
    "Sie sind offline. Die Seite lädt, sobald die Verbindung wieder da ist.",
  "You can close this page.": "Sie können diese Seite schließen.",
  "Your address": "Ihre Adresse",
  "Your choice": "Ihre Auswahl",
  "Your invite": "Ihre Einladung",
  "Your order may be placed already. If you order again, you may get everything twice.":
    "Ihre Bestellung ist vielleicht schon aufgegeben. Wenn Sie noch einmal bestellen, kommt vielleicht alles doppelt.",
  "ZIP code": "Postleitzahl",
  "the form": "Das Formular",
  "the page": "Die Seite",
  "your invite": "Ihre Einladung",
  "{count} in the cart": "{count} im Warenkorb",
  "{count} item": "{count} Artikel",
  "{count} items": "{count} Artikel",
} as const;

export type Text = keyof typeof german;

/** Each in its own language. */
export const languages = { en: "English", de: "Deutsch" } as const;

type Language = keyof typeof languages;

/** `?lang=de` of the address, or else what the browser asks for. */
export const language: Language = languageOf();

function languageOf(): Language {
  if (typeof document === "undefined" || !document.body.classList.contains("recipient")) return "en";
  const wanted = new URLSearchParams(window.location.search).get("lang") ?? navigator.language;
  return /^de\b/i.test(wanted) ? "de" : "en";
}

export function say(text: Text, values: Readonly<Record<string, string | number>> = {}): string {
  return sayAny(text, values);
}

/** Of a text that comes from elsewhere, such as the service: one without a translation stays in English. */
export function sayAny(text: string, values: Readonly<Record<string, string | number>> = {}): string {
  const said = language === "de" && isText(text) ? german[text] : text;
  return said.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

function isText(text: string): text is Text {
  return Object.hasOwn(german, text);
}
