import type { Contact, Party } from '@portico/contract/parties'
import { partyName } from '../../core/party/names.ts'

type Address = NonNullable<Contact['addresses']>[number]

let countries: Intl.DisplayNames | undefined

/** Loaded with the first address abroad: a start does not wait for the names of all countries. */
function nameOf(country: string): string {
  countries ??= new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' })
  return countries.of(country) ?? country
}

/** As written on an envelope, a line each, below the name. */
export function addressLines({ lines, city, region, postalCode, country }: Address): string[] {
  const place = [[city, region].filter(Boolean).join(', '), postalCode].filter(Boolean).join(' ')
  return [...lines, place, country === undefined ? '' : nameOf(country)].filter((line) => line !== '')
}

/** A street without a town leads nowhere. */
const isComplete = ({ city, postalCode }: Address) => city !== undefined || postalCode !== undefined

/** How a party can be written to: by mail if it has an address, unless it prefers email; and where. */
export function destinationOf({
  contact,
}: Pick<Party, 'contact'>): { channel: 'mail' | 'email'; lines: readonly string[] } | undefined {
  const { addresses = [], emails = [], preferred } = contact ?? {}
  const [address] = addresses
  const [email] = emails
  const byMail =
    address && isComplete(address) ? ({ channel: 'mail', lines: addressLines(address) } as const) : undefined
  const byEmail = email === undefined ? undefined : ({ channel: 'email', lines: [email] } as const)
  return preferred === 'email' ? (byEmail ?? byMail) : (byMail ?? byEmail)
}

/** Why a party cannot be written to, for whoever puts it right. */
export function whyNotMailable(party: Party): string | undefined {
  if (destinationOf(party)) return undefined
  const name = partyName(party)
  return party.contact?.addresses?.length
    ? `The address of ${name} has neither a city nor a postal code: complete it, and send the letter again.`
    : `${name} has neither a postal address nor an email address: record one, and send the letter again.`
}
