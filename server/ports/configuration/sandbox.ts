import type { TObject } from '@portico/contract/type'
import { hostsIn, isAddress, isLoopback } from './hosts.ts'

/** The options by which an adapter would leave this machine: an address that is left out is one elsewhere. */
export function addressesOutside(options: Record<string, unknown>, { properties }: TObject): string[] {
  const leftOut = Object.entries(properties).flatMap(([name, schema]) =>
    (schema as { 'x-address'?: boolean })['x-address'] && options[name] === undefined ? [name] : [],
  )
  const given = Object.entries(options).flatMap(([name, value]) =>
    hostsIn(value, isAddress(name, properties[name])).some((host) => !isLoopback(host)) ? [name] : [],
  )
  return [...leftOut, ...given]
}
