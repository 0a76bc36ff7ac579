import type { Party } from '@portico/contract/parties'
import type { Profile } from '@portico/contract/profile'
import { dayOf } from '../../core/time/moments.ts'
import { partyNoticesOf } from '../../projections/party-notices.ts'
import type { Queryable } from '../../store/db.ts'
import { caseForNotices, representsNobody } from '../notifications/recipients.ts'
import { whyNotSent } from './suppressed.ts'
import { isToldByEmail } from './told-by-email.ts'

export type LetterRecipient = { party: Party; parties: Party[] }

/** The recipient of a letter as it is to be sent now, or why it is not sent any more. */
export async function recipientOf(
  db: Queryable,
  {
    caseId,
    partyId,
    letter,
    eventId,
  }: { caseId: string; partyId: string; letter: string; eventId: string | undefined },
  { profile, now, sendsEmail }: { profile: Profile; now: Date; sendsEmail: boolean },
): Promise<LetterRecipient | { why: string }> {
  const found = await caseForNotices(db, caseId, dayOf(now))
  if (!found) return { why: 'The case is gone.' }
  const { access, parties } = found
  const party = parties.find(({ id }) => id === partyId)
  if (!party) return { why: 'The recipient is not a party of the case any more.' }
  // Whoever writes a letter names who gets it.
  if (eventId !== undefined && representsNobody(party, parties, profile))
    return { why: 'The recipient represents nobody on the case any more.' }
  const rules = profile.letters.find(({ name }) => name === letter)
  const { sensitivity, isClosed } = access
  const said = await partyNoticesOf(db, [partyId], { caseId, sensitivity })
  const notices = said.get(partyId)
  const toldByEmail =
    rules?.suppressWhen?.includes('hasEmail') === true &&
    (await isToldByEmail(db, { caseId, eventId, party }, { profile, notices, sendsEmail }))
  const why = whyNotSent(rules ?? {}, { party, isClosed, notices, isToldByEmail: toldByEmail })
  return why === undefined ? { party, parties } : { why }
}
