import type { JsonObject } from "@countersign/protocol";

interface SamplePage {
  type: "page" | "snippet" | "email";
  path: string;
  title: string;
  lead: string;
  blocks: JsonObject[];
  published?: boolean;
}

const heading = (text: string): JsonObject => ({ type: "heading", text });
const words = (html: string): JsonObject => ({ type: "text", html });
const quote = (text: string, who: string): JsonObject => ({ type: "quote", text, who });

const page = (path: string, title: string, lead: string, ...blocks: JsonObject[]): SamplePage => ({
  type: "page",
  path,
  title,
  lead,
  blocks,
});

export const SAMPLE_PAGES: readonly SamplePage[] = [
  page(
    "/home",
    "Furniture that stays",
    "Chairs, tables and lamps from the north, made to be repaired.",
    heading("New this autumn"),
    words("<p>Seven chairs in <em>smoked oak</em>, and a lamp that takes any bulb.</p>"),
    quote("The table has been moved four times and still stands.", "A customer since 1994"),
  ),
  page(
    "/about",
    "About us",
    "Twelve workshops, one promise.",
    words("<p>We sell what twelve workshops make. Every part can be ordered again for <strong>twenty years</strong>.</p>"),
  ),
  page(
    "/about/workshops",
    "The workshops",
    "Where it is made.",
    heading("Twelve of them"),
    words("<ul><li>Five in Norway</li><li>Three in Sweden</li><li>Two in Denmark</li><li>Two in Finland</li></ul>"),
  ),
  page(
    "/service",
    "Service",
    "Delivery, returns, repairs.",
    words("<p>Delivery takes three weeks. Returns are free for 30 days.</p>"),
    heading("Repairs"),
    words("<p>Write to us with a picture of the part.</p>"),
  ),
  page(
    "/service/delivery",
    "Delivery",
    "Three weeks, to the room.",
    words("<p>Two people carry it to where it will stand.</p>"),
  ),
  page("/service/returns", "Returns", "Free for 30 days.", words("<p>We fetch it, and your money is back in five days.</p>")),
  page(
    "/rooms/kitchen",
    "The kitchen",
    "Where the table is.",
    words("<p>Tables from 140 to 260 cm, and chairs that stack.</p>"),
    quote("We cook less and sit longer.", "The Holms, Bergen"),
  ),
  page("/rooms/study", "The study", "Shelves to the ceiling.", words("<p>Boards in steps of 3 cm. They carry 30 kg each.</p>")),
  page("/press", "Press", "Pictures and texts.", words("<p>All pictures may be printed with the word <em>Nordhus</em>.</p>")),
  page("/autumn", "Autumn sale", "Up to 20 % off until the end of November.", words("<p>Starts on the first.</p>")),
  { type: "snippet", path: "/footer", title: "Footer", lead: "", blocks: [words("<p>Nordhus AS, Bergen</p>")] },
  {
    type: "snippet",
    path: "/opening-hours",
    title: "Opening hours",
    lead: "",
    blocks: [words("<p>Monday to Saturday, 10 to 18</p>")],
  },
  {
    type: "email",
    path: "/mails/order-received",
    title: "We have your order",
    lead: "It will be with you in three weeks.",
    blocks: [words("<p>Thank you. We will write again when it leaves the workshop.</p>")],
  },
  {
    type: "email",
    path: "/mails/order-sent",
    title: "Your order is on its way",
    lead: "Two people will bring it.",
    blocks: [words("<p>They will call you an hour before.</p>")],
  },
  {
    type: "email",
    path: "/mails/autumn",
    title: "The autumn sale begins",
    lead: "Until the end of November.",
    blocks: [words("<p>Up to 20 % off chairs and lamps.</p>")],
    published: false,
  },
];
