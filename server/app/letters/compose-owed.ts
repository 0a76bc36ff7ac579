import { randomUUID } from 'node:crypto'
import type { LetterFailureCause } from '@portico/contract/letters'
import type { Profile } from '@portico/contract/profile'
import { letters } from '../../core/letter/letter.ts'
import { dayIn } from '../../core/time/local-time.ts'
import type { Blobs } from '../../files/blobs.ts'
import type { Typesetting } from '../../files/decision/typesetting.ts'
import { countPages } from '../../files/letter/count-pages.ts'
import { UnfilledTemplate } from '../../profile/templates.ts'
import { findLetter } from '../../projections/letters.ts'
import type { Database, Queryable } from '../../store/db.ts'
import type { Execute } from '../engine/execute.ts'
import { systemActor } from '../engine/system-actor.ts'
import { whyNotMailable } from './address.ts'
import { composeLetter } from './compose.ts'
import { recipientOf } from './recipient.ts'

export type ComposeOwed = (order: { caseId: string; letterId: string }, signal?: AbortSignal) => Promise<void>

/**
 * Composes a letter that is owed: filed as a document of the case, from where it is sent. One that cannot be composed or
 * mailed is said so on the case. Idempotent: the first one recorded counts, any other is only unnamed bytes.
 */
export function createComposeOwed({
  db,
  execute,
  blobs,
  typesetting,
  profileFor,
  clock,
  notice,
  sendsEmail = false,
}: {
  db: Database
  execute: Execute
  blobs: Blobs
  typesetting: Typesetting
  profileFor: (tx: Queryable) => Promise<Profile>
  clock: () => Date
  notice?: string | undefined
  /** Whether notifications go out by email. */
  sendsEmail?: boolean
}): ComposeOwed {
  return async function composeOwed({ caseId, letterId }, signal): Promise<void> {
    const found = await findLetter(db, letterId)
    if (!found || found.caseId !== caseId || found.letter.status !== 'owed') return
    const { letter: name, partyId } = found.letter
    const profile = await profileFor(db)
    const now = clock()
    const call = () => ({ at: clock(), actor: systemActor, correlationId: randomUUID() })
    const withdraw = async (why: string, refuse?: (tx: Queryable) => Promise<void>): Promise<void> => {
      const request = { ...call(), ...(refuse ? { refuse } : {}) }
      await execute(letters, request, { type: 'withdrawLetter', caseId, letterId, why }, () => null)
    }
    const fail = async (cause: LetterFailureCause, why: string): Promise<void> => {
      const failure = { cause, why: why.slice(0, 2000), failedAt: now.toISOString() }
      await execute(letters, call(), { type: 'failLetter', caseId, letterId, ...failure }, () => null)
    }

    const letter = profile.letters.find((letter) => letter.name === name)
    if (!letter) return fail('notComposed', `The profile has no letter ${name} any more.`)
    const { taskId, workProductId, reason, writtenBy, eventId } = found
    const recipient = (tx: Queryable) =>
      recipientOf(tx, { caseId, partyId, letter: name, eventId }, { profile, now, sendsEmail })
    const to = await recipient(db)
    if ('why' in to) {
      // Whoever finds an email undelivered asks for the letter only if it is withdrawn by then: so it is withdrawn only if
      // that still holds while the case is locked.
      const refuse = async (tx: Queryable) => {
        if (!('why' in (await recipient(tx)))) throw new WantedAfterAll()
      }
      return withdraw(to.why, refuse).catch((error) => {
        if (!(error instanceof WantedAfterAll)) throw error
        return composeOwed({ caseId, letterId }, signal)
      })
    }
    const unmailable = whyNotMailable(to.party)
    if (unmailable !== undefined) return fail('notMailable', unmailable)

    const session = eventId === undefined ? undefined : await sessionOf(db, caseId, eventId)
    if (session && !session.isStill) return withdraw('The session is not at that time any more.')
    const sender = (writtenBy && (await displayName(db, writtenBy))) || profile.letterhead.name
    const about = {
      recipient: to.party,
      sender,
      ...(session ? { sessionId: session.id } : {}),
      ...(taskId === undefined ? {} : { taskId }),
      ...(workProductId === undefined ? {} : { workProductId }),
      ...(reason === undefined ? {} : { reason }),
    }
    const { letterhead } = profile
    const called = `the letter ${name}`
    let subject: string
    let paper: Buffer
    try {
      const order = { caseId, called, letter, letterhead, reference: letterId, about }
      const composed = await composeLetter(db, order, { parties: to.parties, profile, now, notice })
      subject = composed.subject
      paper = await typesetting.typesetLetter(composed.printed, { signal })
    } catch (error) {
      signal?.throwIfAborted()
      if (error instanceof UnfilledTemplate) return fail('notComposed', error.message)
      // The same text is refused again, however often it is tried.
      const { message = '' } = error as Error
      if (!message.startsWith('Typst refused')) throw error
      return fail('notComposed', `The letter ${name} cannot be typeset: ${message}`)
    }
    const pageCount = await countPages(paper)
    const { sha256, bytes } = await blobs.put(chunksOf(paper))
    signal?.throwIfAborted()
    const date = dayIn(now, profile.deadlines.timeZone)
    const command = {
      type: 'noteComposed' as const,
      ...{ caseId, letterId, subject, sha256, bytes, pageCount, date },
    }
    await execute(letters, call(), command, () => null)
  }
}

class WantedAfterAll extends Error {}

/** The session that an event is about, and whether it is where the event says. */
async function sessionOf(db: Queryable, caseId: string, eventId: string) {
  const [row] = await db.rows<{ id: string; isStill: boolean }>(
    `select s.session_id as id, coalesce(s.status = 'scheduled' and s.slot->>'startsAt' = e.data->'slot'->>'startsAt', false) as "isStill"
     from events e join sessions s on s.case_id = e.case_id and s.session_id = e.data->>'sessionId'
     where e.case_id = $1 and e.id = $2 and e.type like 'session.%'`,
    [caseId, eventId],
  )
  return row
}

async function displayName(db: Queryable, memberId: string): Promise<string | undefined> {
  const [row] = await db.rows<{ name: string }>(
    `select display_name as name from members where id = $1 and kind = 'person'`,
    [memberId],
  )
  return row?.name
}

async function* chunksOf(bytes: Buffer) {
  yield bytes
}
