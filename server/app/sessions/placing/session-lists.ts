import type { Profile } from '@portico/contract/profile'
import type {
  ListedSession,
  SessionPage,
  SessionQueue,
  SessionsQuery,
  WaitingSession,
} from '@portico/contract/session-lists'
import type { Participant, SessionKind } from '@portico/contract/sessions'
import { Refusal } from '../../../core/kernel/decider.ts'
import { namesOf, refuseUnknownWord } from '../../../core/kernel/known-words.ts'
import { shortName } from '../../../core/party/names.ts'
import { rankReason } from '../../../core/work/distribution.ts'
import {
  findListedSession,
  type ListSight,
  listPlacedSessions,
  listWaiting,
  type SessionListRow,
  type SessionTaskRow,
  type WaitingPlace,
  type WaitingRow,
} from '../../../projections/session-lists.ts'
import { listSessions } from '../../../projections/sessions.ts'
import type { Database } from '../../../store/db.ts'
import { rankSentence } from '../../distribution/reason-sentences.ts'
import type { ProfileFor } from '../../engine/execute.ts'
import { cursorOf, partsOf } from '../../work/cursor.ts'
import { nameParticipants, withRooms } from '../calendars/participants.ts'

const usualLimit = 100

export type SessionLists = ReturnType<typeof openSessionLists>

/** Sessions across cases: those that are placed by their time, those that wait by their rank. */
export function openSessionLists({ db, profileFor }: { db: Database; profileFor: ProfileFor }) {
  return {
    async find(asked: SessionsQuery, sight: ListSight): Promise<SessionPage> {
      const profile = await profileFor(db)
      const { from, to, kind, id, isConflicted, after, limit = usualLimit } = asked
      if ((kind === undefined) !== (id === undefined))
        throw new Refusal('invalid', 'kind and id must be given together, or neither.')
      const [participant] = kind && id ? await nameParticipants(db, [{ kind, id }], profile) : []
      const rows = await listPlacedSessions(db, sight, {
        ...{ from: from ? new Date(from) : undefined, to: to ? new Date(to) : undefined, isConflicted },
        participants: participant && withRooms(participant as Participant, profile),
        after: after === undefined ? undefined : timePlaceOf(after),
        limit: limit + 1,
      })
      const shown = rows.slice(0, limit)
      const last = rows.length > limit ? shown.at(-1) : undefined
      return {
        sessions: shown.map((row) => listed(row, profile)),
        ...(last ? { next: cursorOf([last.session.slot?.startsAt, last.session.id]) } : {}),
      }
    },

    async get(sessionId: string): Promise<ListedSession> {
      const found = await findListedSession(db, sessionId)
      if (!found) throw noSuchSession()
      // One of its own has its conference too, who came, and what came of it.
      const session = (await listSessions(db, found.caseId)).find(({ id }) => id === sessionId)
      return listed({ ...found, session: session ?? found.session }, await profileFor(db))
    },

    async queue(
      asked: {
        docket?: string | undefined
        kind?: SessionKind | undefined
        after?: string | undefined
        limit?: number | undefined
      },
      sight: ListSight,
    ): Promise<SessionQueue> {
      const profile = await profileFor(db)
      const { docket, kind, limit = usualLimit } = asked
      if (docket !== undefined) refuseUnknownWord('docket', docket, namesOf(profile.dockets))
      const after = asked.after === undefined ? undefined : rankPlaceOf(asked.after)
      const taskTypes = scheduleTaskTypes(profile)
      const rows = await listWaiting(db, sight, {
        ...{ taskTypes, docket, kind, after: after?.place, limit: limit + 1 },
      })
      const shown = rows.slice(0, limit)
      const ranked = after?.rank ?? 0
      const last = rows.length > limit ? shown.at(-1) : undefined
      return {
        waiting: shown.map((row, index) => waiting(row, ranked + index + 1, profile)),
        ...(last
          ? { next: cursorOf([last.priority, last.docketOrder, last.sessionId, ranked + shown.length]) }
          : {}),
      }
    },
  }
}

export const noSuchSession = () => new Refusal('notFound', 'There is no session with this id.')

/** The tasks that are done by placing a session, by the rules of the profile. */
export function scheduleTaskTypes({ workflows }: Profile): string[] {
  const steps = workflows
    .flatMap(({ rules }) => rules)
    .filter(({ on }) => on.event === 'session.scheduled')
    .flatMap((rule) => rule.do)
  return [...new Set(steps.flatMap((step) => ('complete' in step ? [step.complete] : [])))]
}

function listed(row: SessionListRow, profile: Profile): ListedSession {
  const { caseId, docketNumber, veteran, session, tasks } = row
  return {
    caseId,
    docketNumber,
    caseName: shortName(veteran),
    session,
    tasks: tasks.map((task) => labelled(task, profile)),
  }
}

const labelled = (task: SessionTaskRow, { taskTypes }: Profile) => ({
  ...task,
  label: taskTypes.find(({ name }) => name === task.type)?.label ?? task.type,
})

/** Why it has its rank, as a sentence. */
export const whyRanked = ({ advanced, isCourtRemand }: WaitingRow, profile: Profile): string =>
  rankSentence(rankReason({ isAdvanced: advanced.length > 0, isCourtRemand }), profile)

function waiting(row: WaitingRow, rank: number, profile: Profile): WaitingSession {
  const {
    veteran,
    waitingSince,
    participants,
    suggested,
    task,
    priority: _,
    docketOrder: __,
    revision: ___,
    ...of
  } = row
  return {
    rank,
    ...of,
    caseName: shortName(veteran),
    why: whyRanked(row, profile),
    waitingSince: waitingSince.toISOString(),
    ...(participants ? { participants } : {}),
    ...(suggested ? { suggested } : {}),
    ...(task ? { task: labelled(task, profile) } : {}),
    isOnHold: task?.status === 'onHold',
  }
}

const noSuchPlace = () => new Refusal('invalid', 'after must be the next of an earlier page of this list.')

function timePlaceOf(cursor: string): { startsAt: Date; sessionId: string } {
  const [startsAt, sessionId] = partsOf(cursor)
  const at = new Date(typeof startsAt === 'string' ? startsAt : Number.NaN)
  if (Number.isNaN(at.getTime()) || !isWord(sessionId)) throw noSuchPlace()
  return { startsAt: at, sessionId }
}

function rankPlaceOf(cursor: string): { place: WaitingPlace; rank: number } {
  const [priority, docketOrder, sessionId, rank] = partsOf(cursor)
  const isPlace = [0, 1, 2, 3].includes(priority as number) && isWord(docketOrder) && isWord(sessionId)
  if (!isPlace || !Number.isSafeInteger(rank)) throw noSuchPlace()
  return { place: { priority: priority as number, docketOrder, sessionId }, rank: rank as number }
}

const isWord = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= 300 && value.isWellFormed() && !value.includes('\0')
