import { BlockList, isIP } from 'node:net'

/** How far a binding may reach. */
export type Reach = 'public' | 'private' | 'loopback'

const loopback = networks(['127.0.0.0/8', '::1/128'])

/** Networks of an organisation, and this machine: reached only by bindings that say so. */
const privateNetworks = networks([
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '::1/128',
  'fc00::/7',
])

/**
 * Never reached: no address of another system, or one that leads to another address. The IANA registries of
 * special-purpose addresses list them. 169.254.0.0/16 has the metadata of cloud machines; 2001::/32 and 2002::/16 carry
 * IPv4 addresses inside. Some clouds have their metadata elsewhere: Alibaba at 100.100.100.200, Azure at 168.63.129.16,
 * AWS in fd00:ec2::/32, Google at fd20:ce::254.
 */
const neverReached = networks([
  '100.100.100.200/32',
  '168.63.129.16/32',
  'fd00:ec2::/32',
  'fd20:ce::254/128',
  '0.0.0.0/8',
  '169.254.0.0/16',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '2620:4f:8000::/48',
  '3ffe::/16',
  '3fff::/20',
])

/**
 * The one block of IPv6 from which addresses of other systems are given out, and that of organisations. What is outside
 * of them is reserved, local to a link or a site (fec0::/10), or carries an IPv4 address (64:ff9b::/96, 64:ff9b:1::/48,
 * ::ffff:0:0:0/96, ::/96).
 */
const givenOut = networks(['2000::/3', 'fc00::/7'])

/** Whether an address is within reach; one that is IPv4 written as IPv6 counts as what it is. */
export function isWithin(reach: Reach, address: string): boolean {
  const plain = mappedV4(address) ?? address
  const family = isIP(plain) === 4 ? 'ipv4' : isIP(plain) === 6 ? 'ipv6' : undefined
  if (!family) return false
  if (loopback().check(plain, family)) return reach !== 'public'
  if (reach === 'loopback') return false
  if (family === 'ipv6' && !givenOut().check(plain, family)) return false
  if (neverReached().check(plain, family)) return false
  return reach === 'private' || !privateNetworks().check(plain, family)
}

/** Why none of the addresses of a host is within reach, and what can be done about it. */
export function whyOutOfReach(addresses: readonly string[], reach: Reach): string {
  if (reach === 'loopback') return 'is not on this machine: a sandbox reaches no other'
  return reach === 'public' && addresses.some((address) => isWithin('private', address))
    ? 'is a private address: set privateAddresses of the binding to allow it'
    : 'no binding may reach: it is no address of another system'
}

/** `::ffff:10.0.0.1`, also as `::ffff:a00:1`. */
function mappedV4(address: string): string | undefined {
  if (isIP(address) !== 6) return undefined
  const { hostname } = new URL(`http://[${address.split('%')[0]}]`)
  const hex = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(hostname)
  if (!hex) return undefined
  const number = (Number.parseInt(hex[1] as string, 16) << 16) | Number.parseInt(hex[2] as string, 16)
  return [24, 16, 8, 0].map((bits) => (number >>> bits) & 255).join('.')
}

/** Made when it is first asked for: most starts reach no address at all. */
function networks(written: readonly string[]): () => BlockList {
  let list: BlockList | undefined
  return () => {
    if (list) return list
    list = new BlockList()
    for (const network of written) {
      const [address = '', prefix] = network.split('/')
      list.addSubnet(address, Number(prefix), isIP(address) === 4 ? 'ipv4' : 'ipv6')
    }
    return list
  }
}
