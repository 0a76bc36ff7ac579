import type { LetterPreview, PreviewLetter } from '@portico/contract/letters'
import type { Party } from '@portico/contract/parties'
import type { Profile } from '@portico/contract/profile'
import { Refusal } from '../../core/kernel/decider.ts'
import { namesOf, unknownWord } from '../../core/kernel/known-words.ts'
import { dayOf } from '../../core/time/moments.ts'
import type { Typesetting } from '../../files/decision/typesetting.ts'
import { faultsOfLetter } from '../../profile/letter-fields.ts'
import { UnfilledTemplate } from '../../profile/templates.ts'
import { listParties } from '../../projections/parties.ts'
import type { Database, Queryable } from '../../store/db.ts'
import { composeLetter } from './compose.ts'

/** Who tries a letter, and whose name it would bear. */
export type Sender = { id: string; displayName: string }

/** How a letter that nobody has sent is called on paper. */
const previewReference = 'Preview'

/** A long one takes seconds to be set, in the one thread that sets all papers. */
const mostTried = 10
const mostTriedByOne = 3

/** Sets a letter as it would be sent. Nothing of it is kept, and nothing is set for somebody who has left. */
export function createPreviewLetter({
  db,
  profileFor,
  clock,
  typesetting,
  notice,
}: {
  db: Database
  profileFor: (tx: Queryable) => Promise<Profile>
  clock: () => Date
  typesetting: Pick<Typesetting, 'typesetLetter'>
  notice?: string | undefined
}) {
  const trying: string[] = []

  const tried = async (caseId: string, given: PreviewLetter, by: Sender, left?: AbortSignal) => {
    const profile = await profileFor(db)
    const now = clock()
    const parties = await listParties(db, caseId, dayOf(now))
    const recipient = recipientIn(parties, given.partyId, profile)
    const { letter, called } = letterIn(given, profile)
    const { letterhead = profile.letterhead, reason } = given
    const about = { recipient, sender: by.displayName, ...(reason === undefined ? {} : { reason }) }
    const order = { caseId, called, letter, letterhead, reference: previewReference, about }
    try {
      const around = { parties, profile, now, notice }
      const { subject, text, fields, printed } = await composeLetter(db, order, around)
      const paper = await typesetting.typesetLetter(printed, { signal: left, line: by.id })
      return { subject, text, fields, pdf: paper.toString('base64') }
    } catch (error) {
      if (error instanceof UnfilledTemplate) throw new Refusal('stateForbids', error.message)
      throw error
    }
  }

  /** Those of several people are set in turns with each other and with the letters that are sent. */
  return async (
    caseId: string,
    given: PreviewLetter,
    by: Sender,
    left?: AbortSignal,
  ): Promise<LetterPreview> => {
    if (trying.filter((id) => id === by.id).length >= mostTriedByOne)
      throw new Refusal('tooMany', 'You are trying several letters already: try again in a moment.', 5)
    if (trying.length >= mostTried)
      throw new Refusal('tooMany', 'Too many letters are being tried right now: try again in a moment.', 5)
    trying.push(by.id)
    try {
      return await tried(caseId, given, by, left)
    } finally {
      trying.splice(trying.indexOf(by.id), 1)
    }
  }
}

function recipientIn(parties: readonly Party[], partyId: string | undefined, profile: Profile): Party {
  const roles = profile.partyRoles.filter(({ isClaimant }) => isClaimant).map(({ name }) => name)
  const found = parties.find(({ id, role }) =>
    partyId === undefined ? roles.includes(role) : id === partyId,
  )
  if (found) return found
  if (partyId !== undefined) throw new Refusal('notFound', 'There is no such party in this case.')
  throw new Refusal('stateForbids', 'The case has no claimant: name the recipient as partyId.')
}

function letterIn({ letter: name, draft }: PreviewLetter, { letters: words }: Profile) {
  if ((name === undefined) === (draft === undefined))
    throw new Refusal('invalid', 'Either letter or draft must be given: what is to be tried.')
  if (draft) {
    // As it would be refused when the profile is saved.
    const [fault] = faultsOfLetter('draft', { raisedBy: [{ event: 'task.opened' }], ...draft })
    if (fault) throw new Refusal('invalid', fault.what)
    return { letter: draft, called: 'the draft' }
  }
  const letter = words.find((word) => word.name === name)
  if (!letter) throw new Refusal('invalid', unknownWord('letter', name ?? '', namesOf(words)))
  return { letter, called: `the letter ${name}` }
}
