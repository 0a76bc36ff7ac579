import type { Alias } from '@portico/contract/envelope'
import {
  type NamedParticipant,
  type SessionConflict,
  type SessionKind,
  type SessionRecord,
  type Slot,
  sitting,
} from '@portico/contract/sessions'
import { type Context, type Decider, type Fact, Refusal } from '../kernel/decider.ts'
import { withoutUndefined } from '../kernel/without-undefined.ts'
import { dayShownIn } from '../time/days-in-zone.ts'
import { minuteOf } from '../time/moments.ts'
import { faultOfTimeZone, refuseUnknownTimeZone } from '../time/zone-names.ts'
import { earliestWithNotice, refuseShortNotice } from './notice.ts'
import { sessionWindow } from './window.ts'

type OfSession = { caseId: string; sessionId: string }

export const sessionOutcomes = ['held', 'noShow', 'postponed', 'withdrawn'] as const
export type SessionOutcome = (typeof sessionOutcomes)[number]

/** The start of the session as last seen by the caller, null for none; omit it to skip the check. */
type ExpectedStart = { from?: string | null | undefined }

export type SessionCommand =
  | ({ type: 'requestSession'; kind: SessionKind; why?: string } & OfSession)
  | ({
      type: 'bringSession'
      kind: SessionKind
      status: 'requested' | 'scheduled' | SessionOutcome
      slot?: Slot
      alias: Alias
    } & OfSession)
  | ({
      type: 'placeSession'
      kind?: SessionKind
      slot: Slot
      /** If absent, they stay the same. */
      participants?: NamedParticipant[]
      holdId?: string
      /** Who has consented to less notice or an earlier time. */
      consent?: string
    } & ExpectedStart &
      OfSession)
  | ({ type: 'settleRecord'; record: 'stored' | 'none'; withoutRecord?: string } & OfSession)
  /** The conflicts of one bound calendar with the slot; without a binding, those of the platform's own calendars. */
  | ({ type: 'flagConflicts'; conflicts: SessionConflict[]; of: Slot; binding?: string } & OfSession)
  | ({ type: 'suggestSlots'; slots: Slot[]; binding: string } & OfSession)
  | ({ type: 'remindSession'; days: number; of: Slot } & OfSession)
  | ({
      type: 'endSession'
      outcome: SessionOutcome
      why?: string
      heldBy?: { id: string; name: string }
      /** Whether a record of the session is stored; absent if nobody has checked. */
      record?: Exclude<SessionRecord, 'missing'>
      /** The reason why there is no record. */
      withoutRecord?: string
      /** The day, if that is not the day of its slot. */
      on?: string
    } & ExpectedStart &
      OfSession)

export type SessionState =
  | { status: 'none' }
  | { status: 'requested' | 'withdrawn'; kind: SessionKind; on?: string }
  | {
      status: 'postponed'
      kind: SessionKind
      participants?: NamedParticipant[]
      /** Rescheduled by `endsAt`, it stays inside its original window. */
      window?: { placedAt: string; endsAt: string }
    }
  | {
      status: 'scheduled' | 'held' | 'noShow'
      kind: SessionKind
      slot: Slot
      participants?: NamedParticipant[]
      conflicts?: SessionConflict[]
      /** The first slot of its window. */
      placedAt?: string
      /** The reminders sent for this slot, by their days. */
      reminded?: number[]
      /** What was recorded when it was held. */
      said?: HeldDetails
      /** The day on which it was held or missed, if that is not the day of its slot. */
      on?: string
    }

type HeldDetails = { heldBy?: string; withoutRecord?: string }

/** A session, from its request through scheduling and moves to its end. */
export const session: Decider<SessionCommand, SessionState> = {
  name: 'session',
  needs: {
    requestSession: 'manageSessions',
    bringSession: 'manageSessions',
    placeSession: 'manageSessions',
    flagConflicts: 'manageSessions',
    settleRecord: null,
    suggestSlots: 'manageSessions',
    remindSession: 'manageSessions',
    endSession: 'manageSessions',
  },
  stateVersion: 7,
  reads: ({ sessionId }) => ({ subject: sessionId }),
  initial: { status: 'none' },

  evolve(state, event) {
    switch (event.type) {
      case 'session.requested':
        return { status: 'requested', kind: event.data.kind }
      case 'session.scheduled':
      case 'session.rescheduled':
        return {
          status: 'scheduled',
          kind: event.data.kind,
          slot: event.data.slot,
          ...withoutUndefined({ participants: event.data.participants }),
          placedAt: windowStart(state, event.type, event.data.slot),
        }
      case 'session.conflicted':
        return 'slot' in state ? { ...state, conflicts: event.data.conflicts } : state
      case 'session.conflictCleared':
        return 'slot' in state ? { ...state, conflicts: [] } : state
      case 'session.reminderDue':
        return 'slot' in state ? { ...state, reminded: [...(state.reminded ?? []), event.data.days] } : state
      case 'session.held':
        return 'slot' in state
          ? { ...state, status: 'held', said: heldDetailsIn(event.data), ...dayIn(event.data) }
          : state
      case 'session.recordSettled':
        return state.status === 'held'
          ? {
              ...state,
              said: { ...state.said, ...withoutUndefined({ withoutRecord: event.data.withoutRecord }) },
            }
          : state
      case 'session.noShow':
        return 'slot' in state ? { ...state, status: 'noShow', ...dayIn(event.data) } : state
      case 'session.dayCorrected':
        return 'on' in state || 'slot' in state || state.status === 'withdrawn'
          ? { ...state, on: event.data.on }
          : state
      case 'session.postponed':
        return state.status === 'none'
          ? state
          : {
              status: 'postponed',
              kind: state.kind,
              ...withoutUndefined({
                participants: participantsOf(state),
                window: windowLeft(state, event.data.windowEndsAt),
              }),
            }
      case 'session.withdrawn':
        return state.status === 'none'
          ? state
          : { status: 'withdrawn', kind: state.kind, ...dayIn(event.data) }
      default:
        return state
    }
  },

  decide(command, state, context) {
    const { sessionId } = command
    const fact = <Type extends Fact['type']>(type: Type, data: object) =>
      [{ type, subject: sessionId, data: { sessionId, ...data } } as Fact] satisfies Fact[]
    if (command.type === 'requestSession') {
      if (state.status !== 'none') throw new Refusal('conflict', 'This session was already requested.')
      const { kind, why } = command
      return fact('session.requested', { kind, ...(why === undefined ? {} : { why }) })
    }
    if (command.type === 'bringSession') return bringSession(command, state, context)
    if (state.status === 'none') throw new Refusal('notFound', 'There is no such session in this case.')
    if (command.type === 'flagConflicts') return flag(command, state)
    if (command.type === 'settleRecord') {
      const { record, withoutRecord } = command
      const isSettled =
        state.status !== 'held' || (record === 'none' && state.said?.withoutRecord === withoutRecord)
      return isSettled ? [] : fact('session.recordSettled', withoutUndefined({ record, withoutRecord }))
    }
    if (command.type === 'suggestSlots') {
      const { slots, binding } = command
      const isWaiting = state.status === 'requested' || state.status === 'postponed'
      if (!isWaiting) return []
      const { profile, at: now } = context
      const inTime = slots.filter(
        ({ startsAt, timeZone }) =>
          faultOfTimeZone(timeZone) === undefined &&
          Date.parse(startsAt) >= earliestWithNotice(profile, state.kind, { now, timeZone }).getTime(),
      )
      return inTime.length > 0 ? fact('session.slotsSuggested', { slots: inTime, binding }) : []
    }
    if (command.type === 'remindSession') {
      const { days, of } = command
      const isDue =
        state.status === 'scheduled' && isSameTime(state.slot, of) && !state.reminded?.includes(days)
      return isDue ? fact('session.reminderDue', { kind: state.kind, slot: state.slot, days }) : []
    }
    return command.type === 'placeSession' ? place(command, state, context) : end(command, state, context)
  },
}

/** A session from another system: a past one is only recorded, an upcoming one continues here. */
function bringSession(
  { sessionId, kind, status, slot, alias }: SessionCommand & { type: 'bringSession' },
  state: SessionState,
  { at, recordedAt = at }: Context,
): Fact[] {
  if (state.status !== 'none') throw new Refusal('conflict', 'This session was already requested.')
  if (slot) refuseUnknownTimeZone(slot.timeZone)
  const needsSlot = status === 'scheduled' || status === 'held' || status === 'noShow'
  if (needsSlot && !slot) throw new Refusal('invalid', `slot must be given for a session that is ${status}.`)
  if (status === 'requested' && slot)
    throw new Refusal('invalid', 'slot must be left out of a requested session, or status must be scheduled.')
  const isUpcoming = slot !== undefined && Date.parse(slot.startsAt) > recordedAt.getTime()
  if (status === 'scheduled' && !isUpcoming)
    throw new Refusal(
      'invalid',
      'A scheduled session must be in the future; for a past one, status must be its outcome.',
    )
  if ((status === 'held' || status === 'noShow') && isUpcoming)
    throw new Refusal(
      'invalid',
      `A session that is ${status} must have begun: slot must not be in the future.`,
    )
  const isOver = status !== 'requested' && status !== 'scheduled'
  const brought = isOver ? { isBrought: true as const } : {}
  const facts: Fact[] = [
    { type: 'session.requested', subject: sessionId, data: { sessionId, kind, alias, ...brought } },
  ]
  if (slot)
    facts.push({ type: 'session.scheduled', subject: sessionId, data: { sessionId, kind, slot, ...brought } })
  if (isOver) facts.push({ type: `session.${status}`, subject: sessionId, data: { sessionId, ...brought } })
  return facts
}

type ExistingSession = Exclude<SessionState, { status: 'none' }>

/** The beginning of the session's window: its first slot, as long as it is rescheduled within the window. */
function windowStart(state: SessionState, type: Fact['type'], { startsAt }: Slot): string {
  if (type === 'session.rescheduled' && 'slot' in state) return state.placedAt ?? state.slot.startsAt
  const { window } = state.status === 'postponed' ? state : {}
  return window && isNotAfter(startsAt, window.endsAt) ? window.placedAt : startsAt
}

const isNotAfter = (at: string, end: string) => Date.parse(at) <= Date.parse(end)

const windowLeft = (state: SessionState, endsAt: string | undefined) =>
  endsAt !== undefined && 'slot' in state
    ? { placedAt: state.placedAt ?? state.slot.startsAt, endsAt }
    : undefined

/** In the time zone of the session. */
const windowOf = ({ placedAt, slot }: Extract<ExistingSession, { slot: Slot }>, { profile }: Context) => {
  const zone = faultOfTimeZone(slot.timeZone) === undefined ? slot.timeZone : 'UTC'
  return sessionWindow(new Date(placedAt ?? slot.startsAt), zone, profile)
}

function place(
  command: SessionCommand & { type: 'placeSession' },
  state: ExistingSession,
  context: Context,
): Fact[] {
  const { at } = context
  const { sessionId, slot, kind = state.kind, holdId, consent } = command
  refuseUnknownTimeZone(slot.timeZone)
  if (state.status === 'held')
    throw new Refusal('stateForbids', 'The session was held and cannot be moved: request another one.')
  if (state.status === 'withdrawn') {
    throw new Refusal(
      'stateForbids',
      'The session was withdrawn and cannot be scheduled: request another one.',
    )
  }
  if (Date.parse(slot.startsAt) <= at.getTime()) {
    throw new Refusal('invalid', 'startsAt must be in the future.')
  }
  refuseStale(state, command.from, slot)
  if (consent === undefined) {
    const from = state.status === 'scheduled' ? state.slot : undefined
    refuseShortNotice({ slot, kind, from, fromKind: state.kind }, { profile: context.profile, now: at })
  }
  const before = participantsOf(state)
  const { participants = before } = command
  const booked = withoutUndefined({ participants, holdId, consent })
  if (state.status !== 'scheduled') {
    return [{ type: 'session.scheduled', subject: sessionId, data: { sessionId, kind, slot, ...booked } }]
  }
  const { slot: from } = state
  const isSame =
    kind === state.kind &&
    isSameTime(from, slot) &&
    from.timeZone === slot.timeZone &&
    from.place === slot.place &&
    keysOf(before) === keysOf(participants)
  if (isSame && holdId === undefined) return []
  const { windowDays, endsAt } = windowOf(state, context)
  // A move past its window counts as a postponement, which releases bookings and preparations.
  if (!isNotAfter(slot.startsAt, endsAt)) {
    const why = `It was moved past its window of ${windowDays} days.`
    return [
      { type: 'session.postponed', subject: sessionId, data: { sessionId, why } },
      { type: 'session.scheduled', subject: sessionId, data: { sessionId, kind, slot, ...booked } },
    ]
  }
  return [
    { type: 'session.rescheduled', subject: sessionId, data: { sessionId, kind, slot, from, ...booked } },
  ]
}

/** Ignores conflicts computed for another slot. */
function flag(
  { sessionId, conflicts: found, of, binding }: SessionCommand & { type: 'flagConflicts' },
  state: ExistingSession,
): Fact[] {
  if (state.status !== 'scheduled' || !isSameTime(state.slot, of)) return []
  const { conflicts: before = [] } = state
  const current = found.map((conflict) => ({ ...conflict, ...withoutUndefined({ binding }) }))
  const conflicts = [...before.filter((conflict) => conflict.binding !== binding), ...current]
  const reasonsOf = (list: readonly SessionConflict[]) => list.map(({ why }) => why).join(' ')
  if (reasonsOf(before) === reasonsOf(conflicts)) return []
  const subject = sessionId
  if (conflicts.length === 0) return [{ type: 'session.conflictCleared', subject, data: { sessionId } }]
  return [{ type: 'session.conflicted', subject, data: { sessionId, conflicts, why: reasonsOf(conflicts) } }]
}

const isSameTime = (a: Slot, b: Slot) =>
  Date.parse(a.startsAt) === Date.parse(b.startsAt) && a.minutes === b.minutes

function end(
  command: SessionCommand & { type: 'endSession' },
  state: ExistingSession,
  context: Context,
): Fact[] {
  const { at } = context
  const { sessionId, outcome, why } = command
  if (command.heldBy && outcome !== 'held')
    throw new Refusal('invalid', 'heldBy must be left out unless the outcome is held.')
  if (command.withoutRecord !== undefined && outcome !== 'held')
    throw new Refusal('invalid', 'withoutRecord must be left out unless the outcome is held.')
  refuseInvalidDay(command, context)
  if (state.status === outcome) {
    const corrected = dayCorrection(command, state)
    if (corrected) return corrected
    if ('slot' in state) refuseOtherDetails(command, state)
    return []
  }
  if (state.status === 'held' || state.status === 'withdrawn') {
    throw new Refusal('stateForbids', `The session was already ${state.status}.`)
  }
  refuseStale(state, command.from)
  if (outcome === 'held' || outcome === 'noShow') {
    if (!('slot' in state)) throw new Refusal('stateForbids', 'The session is not scheduled yet.')
    if (Date.parse(state.slot.startsAt) > at.getTime()) {
      throw new Refusal('stateForbids', 'The session has not begun yet.')
    }
  }
  const { heldBy = outcome === 'held' ? onlyAdjudicator(state) : undefined } = command
  const data = {
    sessionId,
    ...withoutUndefined({ why, heldBy, on: command.on }),
    ...(outcome === 'held' ? recorded(command, context) : {}),
  }
  if (outcome === 'postponed' && 'slot' in state) {
    // Preparations are kept as long as it can be rescheduled inside its window.
    const { endsAt } = windowOf(state, context)
    const window = endsAt > at.toISOString() ? { windowEndsAt: endsAt } : {}
    return [{ type: 'session.postponed', subject: sessionId, data: { ...data, ...window } }]
  }
  return [{ type: `session.${outcome}`, subject: sessionId, data }]
}

const dayIn = ({ on }: { on?: string }) => withoutUndefined({ on })

function refuseInvalidDay(
  { on, outcome }: SessionCommand & { type: 'endSession' },
  { at, profile }: Context,
) {
  if (on === undefined) return
  if (outcome === 'postponed') throw new Refusal('invalid', 'on must be left out of a postponement.')
  const today = dayShownIn(at, profile.deadlines.timeZone)
  if (on > today)
    throw new Refusal('invalid', `on must not be in the future: it is ${on}, and today is ${today}.`)
}

/** Reporting the same outcome with another day is a correction. */
function dayCorrection(
  { sessionId, on, why }: SessionCommand & { type: 'endSession' },
  state: ExistingSession,
): Fact[] | undefined {
  const was = ('on' in state ? state.on : undefined) ?? slotDay(state)
  if (on === undefined || on === was) return undefined
  if (why === undefined) throw new Refusal('invalid', 'why must be given to correct the day of a session.')
  const data = { sessionId, on, why, ...withoutUndefined({ was }) }
  return [{ type: 'session.dayCorrected', subject: sessionId, data }]
}

const slotDay = (state: ExistingSession): string | undefined =>
  'slot' in state ? dayShownIn(new Date(state.slot.startsAt), state.slot.timeZone) : undefined

/** If only one adjudicator took part, they held the session, whoever records it. */
function onlyAdjudicator(state: ExistingSession): { id: string; name: string } | undefined {
  const [adjudicator, ...others] = (participantsOf(state) ?? []).filter(({ kind }) => kind === sitting)
  return adjudicator && others.length === 0 ? { id: adjudicator.id, name: adjudicator.name } : undefined
}

const heldDetailsIn = ({
  heldBy,
  withoutRecord,
}: {
  heldBy?: { id: string }
  withoutRecord?: string
}): HeldDetails => withoutUndefined({ heldBy: heldBy?.id, withoutRecord })

/** Repeating an outcome changes nothing, so new details would be lost. */
function refuseOtherDetails(
  command: SessionCommand & { type: 'endSession' },
  { said = {} }: Extract<ExistingSession, { slot: Slot }>,
) {
  const { heldBy = said.heldBy, withoutRecord = said.withoutRecord } = heldDetailsIn(command)
  if (heldBy === said.heldBy && withoutRecord === said.withoutRecord) return
  throw new Refusal(
    'conflict',
    'The session was already recorded as held: heldBy and withoutRecord cannot be changed. Complete the task about its record instead.',
  )
}

function recorded(
  { record, withoutRecord }: SessionCommand & { type: 'endSession' },
  { profile }: Context,
): { record?: SessionRecord; withoutRecord?: string } {
  if (record === 'stored' && withoutRecord !== undefined)
    throw new Refusal(
      'stateForbids',
      'withoutRecord must be left out, since a record of this session is stored.',
    )
  if (withoutRecord !== undefined) return { record: 'none', withoutRecord }
  if (record === undefined) return {}
  if (record !== 'none') return { record }
  if (profile.sessions.withoutRecord === 'needsReason')
    throw new Refusal(
      'stateForbids',
      'withoutRecord must be given, since no record of this session is stored.',
    )
  return { record: 'missing' }
}

/** Refuses the second of two concurrent changes, unless both want the same. */
function refuseStale(state: ExistingSession, from: ExpectedStart['from'], target?: Slot) {
  if (from === undefined) return
  const current = 'slot' in state ? state.slot : undefined
  // A missed session also waits to be rescheduled.
  const isWaiting = state.status !== 'scheduled'
  const isKnown = from === null ? isWaiting : current && Date.parse(from) === Date.parse(current.startsAt)
  if (isKnown || (current && target && isSameTime(current, target))) return
  throw new Refusal(
    'conflict',
    current
      ? `The session has meanwhile been scheduled for ${minuteOf(current.startsAt)} UTC: look at it again.`
      : 'The session has meanwhile lost its slot: look at it again.',
  )
}

const participantsOf = (state: SessionState) => ('participants' in state ? state.participants : undefined)

const keysOf = (participants: readonly NamedParticipant[] = []) =>
  participants
    .map(({ kind, id }) => `${kind}:${id}`)
    .toSorted()
    .join()
