import type { PartyNotices } from '@portico/contract/notifications'
import type { Party } from '@portico/contract/parties'
import type { Letter } from '@portico/contract/profile/correspondence'

/** Why a letter is not sent to a party, by the rules of the profile; undefined where nothing speaks against it. */
export function whyNotSent(
  { suppressWhen = ['recipientDeceased'] }: Pick<Letter, 'suppressWhen'>,
  {
    party,
    isClosed,
    notices,
    isToldByEmail,
  }: {
    party: Pick<Party, 'person'>
    isClosed: boolean
    notices: PartyNotices | undefined
    isToldByEmail: boolean
  },
): string | undefined {
  const holds = {
    recipientDeceased: party.person?.deathDate !== undefined,
    optedOut: notices?.optedOut.includes('letter') ?? false,
    caseClosed: isClosed,
    hasEmail: isToldByEmail,
  }
  const rule = suppressWhen.find((one) => holds[one])
  return rule && sentences[rule]
}

const sentences = {
  recipientDeceased: 'The recipient has died.',
  optedOut: 'The recipient has opted out of letters.',
  caseClosed: 'The case is closed.',
  hasEmail: 'The recipient is told by email.',
}
