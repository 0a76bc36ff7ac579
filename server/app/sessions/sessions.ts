import { randomBytes } from 'node:crypto'
import type { Profile } from '@portico/contract/profile'
import type { Participant, Session, SessionKind, Slot } from '@portico/contract/sessions'
import { Refusal } from '../../core/kernel/decider.ts'
import { newId } from '../../core/kernel/ids.ts'
import { type SessionCommand, type SessionOutcome, session } from '../../core/session/session.ts'
import { dayOf } from '../../core/time/moments.ts'
import { findCase } from '../../projections/cases.ts'
import { recordOf } from '../../projections/session-record.ts'
import { findParticipants, listSessions } from '../../projections/sessions.ts'
import { findHold, isOverlap, keysOf } from '../../store/bookings.ts'
import type { Database, Queryable } from '../../store/db.ts'
import type { Execute, ProfileFor, Request } from '../engine/execute.ts'
import { resolveAssignee } from '../work/tasks.ts'
import type { OutsideCalendar } from './calendars/outside.ts'
import { nameParticipants, refuseUnseated, seatParticipants } from './calendars/participants.ts'
import { takenRefusal } from './placing/slots.ts'

export type Sessions = ReturnType<typeof openSessions>

export function openSessions({
  db,
  execute,
  profileFor,
}: {
  db: Database
  execute: Execute
  profileFor: ProfileFor
}) {
  const one = async (caseId: string, sessionId: string): Promise<Session> => {
    const found = (await listSessions(db, caseId)).find(({ id }) => id === sessionId)
    if (!found) throw new Refusal('notFound', 'There is no such session in this case.')
    return found
  }

  /** Before the case is locked: another system is asked. */
  const refuseWhatIsTaken = async (
    { request, caseId, sessionId, given }: Placing,
    calendar: OutsideCalendar,
  ): Promise<void> => {
    const before = (await listSessions(db, caseId)).find(({ id }) => id === sessionId)
    const facts = await findCase(db, caseId)
    if (!before || !facts) return
    const { slot, kind = before.kind } = given
    const command = await placing(db, await profileFor(db), { request, caseId, sessionId, given })
    const { participants = before.participants ?? [] } = command
    const of = { caseId, docketNumber: facts.docketNumber }
    const [conflict] = await calendar.check({ case: of, sessionId, kind, participants, slot })
    if (conflict) throw new Refusal('conflict', conflict.why)
  }

  return {
    list: (caseId: string) => listSessions(db, caseId),

    async request(request: Request, caseId: string, given: { kind: SessionKind; why?: string }) {
      const newSessionId = newId('session', request.at, randomBytes(10))
      const command = { type: 'requestSession' as const, caseId, sessionId: newSessionId, ...given }
      const sessionId = await execute(session, request, command, () => newSessionId)
      return one(caseId, sessionId)
    },

    async place(
      request: Request,
      caseId: string,
      sessionId: string,
      given: Given,
      calendar?: OutsideCalendar,
    ) {
      const checking = { request, caseId, sessionId, given }
      if (calendar) await refuseWhatIsTaken(checking, calendar)

      const underLock = (tx: Queryable, profile: Profile) =>
        placing(tx, profile, { request, caseId, sessionId, given })
      await execute(session, request, { caseId, underLock }, () => null).catch(async (error) => {
        if (!isOverlap(error)) throw error
        const before = await one(caseId, sessionId)
        const participants = given.participants
          ? await nameParticipants(db, given.participants, await profileFor(db), {
              caseId,
              today: dayOf(request.at),
            })
          : (before.participants ?? [])
        throw await takenRefusal(db, participants, given.slot, { now: request.at, except: sessionId })
      })
      return one(caseId, sessionId)
    },

    async end(
      request: Request,
      caseId: string,
      sessionId: string,
      {
        heldBy,
        ...given
      }: {
        outcome: SessionOutcome
        why?: string
        heldBy?: string
        withoutRecord?: string
        from?: string | null
      },
    ) {
      const underLock = async (tx: Queryable, profile: Profile) => {
        const named = heldBy === undefined ? {} : { heldBy: await whoHeldIt(tx, heldBy, profile) }
        const stored = given.outcome === 'held' ? { record: await recordOf(tx, caseId, sessionId) } : {}
        return { type: 'endSession' as const, caseId, sessionId, ...given, ...named, ...stored }
      }
      await execute(session, request, { caseId, underLock }, () => null)
      return one(caseId, sessionId)
    },
  }
}

/** The case is reserved for them when it is distributed. */
async function whoHeldIt(tx: Queryable, heldBy: string, profile: Profile) {
  const { id, name } = await resolveAssignee(tx, { person: heldBy }, profile)
  await refuseUnseated(tx, [{ kind: 'adjudicator', id, name }], profile, 'heldBy must name')
  return { id, name }
}

type Given = {
  kind?: SessionKind
  slot: Slot
  participants?: Participant[]
  holdId?: string
  from?: string | null
  consent?: string
}
type PlaceCommand = Extract<SessionCommand, { type: 'placeSession' }>
type Placing = { request: Request; caseId: string; sessionId: string; given: Given }

const withoutName = ({ kind, id }: Participant): Participant => ({ kind, id })

/** Whoever placed it on a hold has found those who take part already. */
async function placing(
  tx: Queryable,
  profile: Profile,
  { request, caseId, sessionId, given }: Placing,
): Promise<PlaceCommand> {
  const { participants, holdId, ...placed } = given
  const inCase = { caseId, today: dayOf(request.at) }
  const named = participants && (await seatParticipants(tx, participants, profile, inCase))
  const command = { type: 'placeSession' as const, caseId, sessionId, ...placed }
  if (holdId === undefined) {
    if (named) return { ...command, participants: named }
    await refuseUnseated(tx, (await findParticipants(tx, caseId, sessionId)) ?? [], profile)
    return command
  }
  const hold = await findHold(tx, holdId, request.at)
  const isTheirs = hold && (hold.heldBy === request.actor.id || hold.caseId === caseId)
  if (!isTheirs) throw new Refusal('conflict', 'The hold has expired: search again.')
  if (hold.caseId !== null && hold.caseId !== caseId)
    throw new Refusal('conflict', 'The hold is for another case.')
  if (
    Date.parse(hold.slot.startsAt) !== Date.parse(placed.slot.startsAt) ||
    hold.slot.minutes !== placed.slot.minutes
  )
    throw new Refusal('conflict', 'The hold is on another time.')
  if (named && keysOf(named).join() !== keysOf(hold.participants).join())
    throw new Refusal('conflict', 'The hold is for other participants.')
  // Held before it was known for which case, a party has no name yet.
  const held = named ?? (await seatParticipants(tx, hold.participants.map(withoutName), profile, inCase))
  return { ...command, participants: held, holdId }
}
