import { randomBytes, randomUUID } from 'node:crypto'
import type { DeliveryFailure, Receipt } from '@portico/contract/deliveries'
import type { LetterPreview, PreviewLetter, SentLetter, WriteLetter } from '@portico/contract/letters'
import type { Party } from '@portico/contract/parties'
import type { Profile } from '@portico/contract/profile'
import { partyName } from '../../core/decision/facts.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import { newId } from '../../core/kernel/ids.ts'
import { namesOf, unknownWord } from '../../core/kernel/known-words.ts'
import { letters } from '../../core/letter/letter.ts'
import { dayOf } from '../../core/time/moments.ts'
import type { Typesetting } from '../../files/decision/typesetting.ts'
import { faultsOfLetter } from '../../profile/letter-fields.ts'
import { UnfilledTemplate } from '../../profile/templates.ts'
import {
  findLetter,
  findLetters,
  type LetterFacts,
  listLetters,
  owedLetters,
} from '../../projections/letters.ts'
import { listParties } from '../../projections/parties.ts'
import type { Database, Queryable } from '../../store/db.ts'
import type { Execute, Request } from '../engine/execute.ts'
import { systemActor } from '../engine/system-actor.ts'
import { refuseAhead } from '../refuse-ahead.ts'
import { destinationOf } from './address.ts'
import { composeLetter } from './compose.ts'
import { recipientOf } from './recipient.ts'

export type Letters = ReturnType<typeof openLetters>

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

/** Who tries a letter, and whose name it would bear. */
export type Sender = { id: string; displayName: string }

/** How a letter that nobody has sent is called on paper. */
const previewReference = 'Preview'

/** A long one takes seconds to be set, in the one thread that sets all papers. */
const mostTried = 10
const mostTriedByOne = 3

/** Letters to the parties of a case: tried, written, and what became of them. */
export function openLetters({
  db,
  execute,
  profileFor,
  clock,
  typesetting,
  notice,
  sendsEmail,
}: {
  db: Database
  execute: Execute
  profileFor: (tx: Queryable) => Promise<Profile>
  clock: () => Date
  typesetting: Pick<Typesetting, 'typesetLetter'>
  notice?: string | undefined
  /** Whether notifications go out by email. */
  sendsEmail: boolean
}) {
  const one = async (caseId: string, letterId: string): Promise<SentLetter> => {
    const found = await findLetter(db, letterId)
    if (found?.caseId !== caseId) throw new Refusal('notFound', 'There is no such letter in this case.')
    return found.letter
  }

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

  return {
    list: (caseId: string) => listLetters(db, caseId),
    /** Those that are still to be composed. */
    owed: () => owedLetters(db),
    find: (letterId: string) => findLetter(db, letterId),
    ofAllCases: (filter: Parameters<typeof findLetters>[1], read: Parameters<typeof findLetters>[2]) =>
      findLetters(db, filter, read),

    async write(request: Request, caseId: string, given: WriteLetter): Promise<SentLetter> {
      const letterId = newId('ltr', request.at, randomBytes(10))
      const command = { type: 'writeLetter' as const, caseId, letterId, ...given }
      const { id } = await execute(letters, request, command, () => ({ id: letterId }))
      return one(caseId, id)
    },

    /**
     * Nothing of it is kept, and nothing is set for somebody who has left. Those of several people are set in turns with
     * each other and with the letters that are sent.
     */
    async preview(
      caseId: string,
      given: PreviewLetter,
      by: Sender,
      left?: AbortSignal,
    ): Promise<LetterPreview> {
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
    },

    async retry(request: Request, caseId: string, letterId: string): Promise<SentLetter> {
      await execute(letters, request, { type: 'retryLetter', caseId, letterId }, () => null)
      return one(caseId, letterId)
    },

    async receipt(request: Request, caseId: string, letterId: string, given: Receipt) {
      refuseAhead('sentAt', given.sentAt, request.at)
      const command = { type: 'receiptLetter' as const, caseId, letterId, ...given }
      await execute(letters, request, command, () => null)
      return one(caseId, letterId)
    },

    /** Whoever records it has it in hand: it came back. */
    async fail(request: Request, caseId: string, letterId: string, given: DeliveryFailure) {
      const { failedAt = request.at.toISOString(), ...told } = given
      refuseAhead('failedAt', failedAt, request.at)
      const failure = { cause: 'returned' as const, failedAt, ...told }
      await execute(letters, request, { type: 'failLetter', caseId, letterId, ...failure }, () => null)
      return one(caseId, letterId)
    },

    /** By the platform itself: nothing speaks for sending it any more. */
    withdraw(caseId: string, letterId: string, why: string): Promise<null> {
      const call = { at: clock(), actor: systemActor, correlationId: randomUUID() }
      return execute(letters, call, { type: 'withdrawLetter', caseId, letterId, why }, () => null)
    },

    /** By the platform itself: an email that was to stand for a letter is not sent any more. */
    async writeInstead(caseId: string, notificationId: string): Promise<void> {
      const call = { at: clock(), actor: systemActor, correlationId: randomUUID() }
      const of = { notificationId }
      await execute(letters, call, { type: 'writeInstead', caseId, of }, () => null).catch((error) => {
        // The case is gone.
        if (!(error instanceof Refusal)) throw error
      })
    },

    /** What is to be handed over now, or why it is not any more. */
    async toSend(letterId: string): Promise<LetterToSend | { why: string }> {
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
    },
  }
}

/** What a mailroom needs: not when somebody was born. */
const nameOnly = ({ firstName, middleName, lastName }: NonNullable<Party['person']>) => ({
  firstName,
  ...(middleName === undefined ? {} : { middleName }),
  lastName,
})

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
  const letter = words.find((one) => one.name === name)
  if (!letter) throw new Refusal('invalid', unknownWord('letter', name ?? '', namesOf(words)))
  return { letter, called: `the letter ${name}` }
}
