export interface Family {
  one: string;
  many: string;
  german: string;
  words: string;
  detail: string;
  price: number;
  width: number;
}

const family = (
  one: string,
  many: string,
  german: string,
  price: number,
  width: number,
  words: string,
  detail: string,
): Family => ({
  one,
  many,
  german,
  words,
  detail,
  price,
  width,
});

export const FAMILIES: readonly Family[] = [
  family("Chair", "Chairs", "Stuhl", 149, 48, "stacks six high", "Seat height 46 cm"),
  family("Table", "Tables", "Tisch", 420, 140, "seats six people", "The top comes off without tools"),
  family("Lamp", "Lamps", "Lampe", 89, 22, "throws a warm light", "Takes any E27 bulb"),
  family("Shelf", "Shelves", "Regal", 199, 80, "carries 30 kg on each board", "Boards in steps of 3 cm"),
  family("Sofa", "Sofas", "Sofa", 990, 190, "has covers that can be washed", "Legs screw off for the stairs"),
  family("Bed", "Beds", "Bett", 640, 160, "stands firmly without a middle leg", "Slats included"),
];

export const NAMES: readonly string[] = [
  ..."Oslo Bergen Malmo Turku Aarhus Visby Lund Falun Odense Tromso Narvik Kalmar Vaasa Ribe Skagen Roros Alta Espoo Umea".split(
    " ",
  ),
  ..."Lulea Vardo Mora Arvika Ystad Halden Molde Bodo Kuopio Oulu Pori Rauma Hanko Nyborg Vejle Kolding Horsens Randers".split(
    " ",
  ),
];

export const MATERIALS = [
  { key: "oak", en: "Oak", de: "Eiche" },
  { key: "beech", en: "Beech", de: "Buche" },
  { key: "steel", en: "Steel", de: "Stahl" },
  { key: "linen", en: "Linen", de: "Leinen" },
  { key: "wool", en: "Wool", de: "Wolle" },
  { key: "glass", en: "Glass", de: "Glas" },
  { key: "cork", en: "Cork", de: "Kork" },
] as const;

export const ROOMS = [
  ["Kitchen", "Küche"],
  ["Living room", "Wohnzimmer"],
  ["Bedroom", "Schlafzimmer"],
  ["Study", "Arbeitszimmer"],
  ["Hall", "Flur"],
] as const;

const maker = (name: string, country: string, since: number) => ({ name, country, since });

export const MAKERS = [
  maker("Nordhus", "Norway", 1961),
  maker("Skog och Form", "Sweden", 1948),
  maker("Kaiku", "Finland", 1972),
  maker("Vester", "Denmark", 1935),
  maker("Havn", "Norway", 1999),
  maker("Lysverket", "Norway", 2008),
  maker("Vavstol", "Sweden", 1922),
  maker("Puusepat", "Finland", 1956),
  maker("Fjordglas", "Norway", 1980),
  maker("Solstad", "Denmark", 2011),
  maker("Bark", "Sweden", 2016),
  maker("Tuoli", "Finland", 1967),
];
