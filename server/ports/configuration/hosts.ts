import { isIP } from 'node:net'
import type { TSchema } from '@portico/contract/type'

const addressNames = /^(url|host|hostname|endpoint|servers?|address)$/i

/** Whether an option says where the other side is. */
export function isAddress(name: string, schema: TSchema | undefined): boolean {
  const { 'x-address': isDeclared, format } = (schema ?? {}) as { 'x-address'?: boolean; format?: string }
  return isDeclared === true || format === 'uri' || addressNames.test(name)
}

/** The hosts that an option names. A URL anywhere is an address; what has no scheme only where an address is meant. */
export function hostsIn(value: unknown, isAddress: boolean): string[] {
  return [value].flat().flatMap((one) => (typeof one === 'string' ? hostIn(one, isAddress) : []))
}

function hostIn(text: string, isAddress: boolean): string[] {
  if (hasScheme(text)) {
    const url = URL.canParse(text) ? new URL(text) : undefined
    return url?.protocol === 'file:' ? [] : [bare(url?.hostname ?? '')]
  }
  if (!isAddress) return []
  return [bare(isIP(text) ? text : text.replace(/:\d+$/, ''))]
}

export const hasScheme = (text: string) => /^[a-z][a-z0-9+.-]*:\/\//i.test(text)

const bare = (host: string) => host.replace(/^\[|\]$/g, '')

export const isLoopback = (host: string) =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
