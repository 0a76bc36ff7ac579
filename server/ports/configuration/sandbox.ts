import { isIP } from 'node:net'
import type { TObject } from '@portico/contract/type'

/** The options by which an adapter would leave this machine. */
export function addressesOutside(options: Record<string, unknown>, { properties }: TObject): string[] {
  return Object.entries(options).flatMap(([name, value]) => {
    const schema = properties[name] as { 'x-address'?: boolean; format?: string } | undefined
    const isAddress = schema?.['x-address'] === true || schema?.format === 'uri' || addressNames.test(name)
    const hosts = [value].flat().flatMap((one) => (typeof one === 'string' ? hostsIn(one, isAddress) : []))
    return hosts.some((host) => !isLoopback(host)) ? [name] : []
  })
}

const addressNames = /^(url|host|hostname|endpoint|servers?|address)$/i

/** A URL anywhere is an address; what has no scheme only where an address is meant. */
function hostsIn(text: string, isAddress: boolean): string[] {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) {
    const url = URL.canParse(text) ? new URL(text) : undefined
    return url?.protocol === 'file:' ? [] : [url?.hostname ?? '']
  }
  if (!isAddress) return []
  return [isIP(text) ? text : text.replace(/:\d+$/, '')]
}

export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '')
  return bare === 'localhost' || bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.'))
}
