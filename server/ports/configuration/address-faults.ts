import { isIP } from 'node:net'
import type { TObject, TSchema } from '@portico/contract/type'
import { oneOf } from '../../core/kernel/known-words.ts'
import { isWithin, type Reach, whyOutOfReach } from '../delivery/outside/addresses.ts'
import { hasScheme, hostsIn, isAddress } from './hosts.ts'

/** Whether the configuration says where the adapter goes; otherwise others do, such as the members who subscribe browsers. */
export const hasAddress = ({ properties }: TObject): boolean =>
  Object.entries(properties).some(([option, schema]) => isAddress(option, schema))

/** The first address of a binding that can be none, or that it may not reach: its option, and what is wrong with it. */
export function faultOfAddresses(
  options: Record<string, unknown>,
  { properties }: TObject,
  reach: Reach,
): { option: string; why: string } | undefined {
  for (const [option, value] of Object.entries(options)) {
    const schema = properties[option]
    const isPlace = isAddress(option, schema)
    const texts = isPlace ? [value].flat().filter((one) => typeof one === 'string') : []
    const why =
      texts.map((text) => faultOfPlace(option, text, schema)).find((fault) => fault !== undefined) ??
      hostsIn(value, isPlace)
        .map((host) => faultOfHost(host, reach))
        .find((fault) => fault !== undefined)
    if (why !== undefined) return { option, why }
  }
  return undefined
}

function faultOfPlace(option: string, text: string, schema: TSchema | undefined): string | undefined {
  const schemes = (schema as { 'x-schemes'?: readonly string[] } | undefined)?.['x-schemes']
  if (option === 'host' && /[\s/]/.test(text)) return 'must be the name of a host, not a URL'
  if (!schemes) return hasScheme(text) && !URL.canParse(text) ? 'is not a valid URL' : undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && schemes.includes(url.protocol.slice(0, -1)) && url.hostname !== '') return undefined
  return `must be a URL that begins with ${oneOf(schemes.map((scheme) => `${scheme}://`))}`
}

/** A name is looked up when it is called; an address is known now. */
function faultOfHost(host: string, reach: Reach): string | undefined {
  const address = host === 'localhost' ? '127.0.0.1' : host
  return isIP(address) && !isWithin(reach, address)
    ? `names ${host}, which ${whyOutOfReach([address], reach)}`
    : undefined
}
