import type { Party } from '@portico/contract/parties'
import type { Profile } from '@portico/contract/profile'
import { partyName } from '../../core/party/names.ts'
import { findLetter, type LetterFacts } from '../../projections/letters.ts'
import type { Database, Queryable } from '../../store/db.ts'
import { destinationOf } from './address.ts'
import { recipientOf } from './recipient.ts'

/** A letter as an adapter is given it. */
export type LetterToSend = {
  facts: LetterFacts
  file: { sha256: string; bytes: number }
  recipient: { partyId: string; role: string; name: string } & Pick<
    Party,
    'person' | 'organization' | 'contact'
  >
  channel?: string
}

/** What is to be handed over now, or why it is not any more. */
export const createLetterToSend =
  ({
    db,
    profileFor,
    clock,
    sendsEmail,
  }: {
    db: Database
    profileFor: (tx: Queryable) => Promise<Profile>
    clock: () => Date
    sendsEmail: boolean
  }) =>
  async (letterId: string): Promise<LetterToSend | { why: string }> => {
    const facts = await findLetter(db, letterId)
    if (!facts?.file) return { why: 'The letter is gone.' }
    const { caseId, file, letter } = facts
    if (letter.status === 'withdrawn') return { why: letter.why ?? 'The letter was withdrawn.' }
    const to = await recipientOf(
      db,
      { caseId, partyId: letter.partyId, letter: letter.letter, eventId: facts.eventId },
      { profile: await profileFor(db), now: clock(), sendsEmail },
    )
    if ('why' in to) return to
    const { id: partyId, role, person, organization, contact } = to.party
    const channel = destinationOf(to.party)?.channel
    return {
      facts,
      file,
      recipient: {
        partyId,
        role,
        name: partyName(to.party),
        ...(person ? { person: nameOnly(person) } : {}),
        ...(organization === undefined ? {} : { organization }),
        ...(contact ? { contact } : {}),
      },
      ...(channel === undefined ? {} : { channel }),
    }
  }

/** What a mailroom needs: not when somebody was born. */
const nameOnly = ({ firstName, middleName, lastName }: NonNullable<Party['person']>) => ({
  firstName,
  ...(middleName === undefined ? {} : { middleName }),
  lastName,
})
