import { BlockList, isIP } from "node:net";

/** A list of addresses and networks. */
export interface AddressList {
  /** Whether the address, IPv4, IPv6 or IPv4 mapped into IPv6, is one of them or in one of them. */
  has(address: string): boolean;
}

type Family = "ipv4" | "ipv6";
const familyOf = (address: string): Family => (isIP(address) === 6 ? "ipv6" : "ipv4");
const BITS = { ipv4: 32, ipv6: 128 } as const satisfies Record<Family, number>;
/** Bits of the prefix ::ffff:0:0, below which IPv6 has the IPv4 addresses. */
const MAPPED_BITS = 96;

/** Whether the text is an address or a network such as `10.0.0.0/8`. */
export function isAddressOrNetwork(text: string): boolean {
  const [address = "", bits, ...rest] = text.split("/");
  if (isIP(address) === 0 || address.includes("%") || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= BITS[familyOf(address)]);
}

interface Network {
  address: string;
  bits: number;
  family: Family;
}

/** The text must be an IP address or a network in CIDR notation (`isAddressOrNetwork`). */
function networkIn(text: string): Network {
  const [given = "", size] = text.split("/");
  const family = familyOf(given);
  const bits = size === undefined ? BITS[family] : Number(size);
  const address = unmapped(given);
  if (familyOf(address) === family) return { address, bits, family };
  return bits < MAPPED_BITS ? { address: given, bits, family } : { address, bits: bits - MAPPED_BITS, family: "ipv4" };
}

/** Turns an IPv4 address mapped into IPv6 into IPv4, in either notation. */
export function unmapped(address: string): string {
  if (isIP(address) !== 6 || address.includes("%")) return address;
  // The parser of URLs writes each address in one way.
  const mapped = /^\[::ffff:([\da-f]{1,4}):([\da-f]{1,4})\]$/.exec(new URL(`http://[${address}]`).hostname);
  if (!mapped) return address;
  const [high, low] = [Number.parseInt(mapped[1]!, 16), Number.parseInt(mapped[2]!, 16)];
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}

/** Each text must be an IP address or a network in CIDR notation (`isAddressOrNetwork`). */
export function createAddressList(texts: readonly string[]): AddressList {
  // One for each family: a network of one would contain addresses of the other, as all of IPv4 in ::/0.
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const { address, bits, family } of texts.map(networkIn)) lists[family].addSubnet(address, bits, family);
  return {
    has(given) {
      const address = unmapped(given.replace(/%.*$/, ""));
      return isIP(address) !== 0 && lists[familyOf(address)].check(address, familyOf(address));
    },
  };
}

/** Whether each of the networks `texts` is inside of one of `others`. */
export function areWithin(texts: readonly string[], others: readonly string[]): boolean {
  const networks = others.map((text) => ({ ...networkIn(text), list: createAddressList([text]) }));
  return texts
    .map(networkIn)
    .every(({ address, bits, family }) =>
      networks.some((other) => other.family === family && other.bits <= bits && other.list.has(address)),
    );
}
