import ipaddr from 'ipaddr.js'

/** A range of addresses in its one form, such as `192.0.2.0/24` or `2001:db8::/32`. */
export type Range = string

/** Null for what is no address and no range. Addresses of IPv4 within IPv6 are of IPv4. */
export function readRange(text: string): Range | null {
  if (text.includes('%')) return null
  const [address = '', bits, ...more] = text.split('/')
  const parsed = readAddress(address)
  if (!parsed || more.length > 0) return null
  const widest = parsed.kind() === 'ipv4' ? 32 : 128
  if (bits !== undefined && !/^\d{1,3}$/.test(bits)) return null
  const mapped = parsed.kind() === 'ipv4' && address.includes(':')
  const kept = bits === undefined ? widest : Number(bits) - (mapped ? 96 : 0)
  if (kept < 0 || kept > widest) return null
  const cidr = `${parsed.toString()}/${kept}`
  const first =
    parsed.kind() === 'ipv4'
      ? ipaddr.IPv4.networkAddressFromCIDR(cidr)
      : ipaddr.IPv6.networkAddressFromCIDR(cidr)
  return `${first.toString()}/${kept}`
}

export function isWithin(inner: Range, outer: Range): boolean {
  const [address, bits] = ipaddr.parseCIDR(inner)
  const [first, outerBits] = ipaddr.parseCIDR(outer)
  if (address.kind() !== first.kind() || bits < outerBits) return false
  return address.match(first, outerBits)
}

/** Whether an address is in one of the ranges; what is no address is in none. */
export function admitterOf(ranges: readonly Range[]): (address: string) => boolean {
  const parsed = ranges.map((range) => ipaddr.parseCIDR(range))
  return (text) => {
    const address = readAddress(text)
    if (!address) return false
    return parsed.some(([first, bits]) => {
      return address.kind() === first.kind() && address.match(first, bits)
    })
  }
}

/** Only in the usual forms: `127.1` and octal numbers are read in more than one way. */
function readAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const bare = text.replace(/%.*$/, '')
  if (!bare.includes(':') && !ipaddr.IPv4.isValidFourPartDecimal(bare)) return null
  return ipaddr.isValid(bare) ? ipaddr.process(bare) : null
}
