import { isIPv4, isIPv6 } from 'node:net'

/**
 * One machine has a whole IPv6 /64, so that is what is counted wherever an address is limited. A client that has
 * reset its connection has no address any more; all such are counted as one.
 */
export function network(address: string | undefined): string {
  if (address === undefined) return 'gone'
  const plain = address.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '')
  if (isIPv4(plain) || !isIPv6(plain)) return plain.slice(0, 100)
  const [head = '', tail] = plain.split('::')
  const groups = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':') : []
  const missing = tail === undefined ? 0 : 8 - groups.length - after.length
  const all = [...groups, ...Array<string>(Math.max(0, missing)).fill('0'), ...after]
  return all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
