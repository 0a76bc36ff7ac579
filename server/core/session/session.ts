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
import { noticeEnds, refuseShortNotice } from './notice.ts'
import { sessionWindow } from './window.ts'

type Of = { caseId: string; sessionId: string }

export const sessionOutcomes = ['held', 'noShow', 'postponed', 'withdrawn'] as const
export type SessionOutcome = (typeof sessionOutcomes)[number]

/** When it begins as far as they know who change it; null where it has no slot. Left out, they do not mind. */
type Seen = { from?: string | null | undefined }

export type SessionCommand =
  | ({ type: 'requestSession'; kind: SessionKind; why?: string } & Of)
  | ({
      type: 'bringSession'
      kind: SessionKind
      status: 'requested' | 'scheduled' | SessionOutcome
      slot?: Slot
      alias: Alias
    } & Of)
  | ({
      type: 'placeSession'
      kind?: SessionKind
      slot: Slot
      /** Left out, they stay as they are. */
      participants?: NamedParticipant[]
      holdId?: string
      /** Who has agreed to less notice or to an earlier time. */
      consent?: string
    } & Seen &
      Of)
  /** What one calendar has against the slot; without a binding, those that are kept here. */
  | ({ type: 'settleRecord'; record: 'stored' | 'none'; withoutRecord?: string } & Of)
  | ({ type: 'flagConflicts'; conflicts: SessionConflict[]; of: Slot; binding?: string } & Of)
  | ({ type: 'suggestSlots'; slots: Slot[]; binding: string } & Of)
  | ({ type: 'remindSession'; days: number; of: Slot } & Of)
  | ({
      type: 'endSession'
      outcome: SessionOutcome
      why?: string
      heldBy?: { id: string; name: string }
      /** What is stored of a session that was held; left out, nobody has looked. */
      record?: Exclude<SessionRecord, 'missing'>
      /** Why nothing is. */
      withoutRecord?: string
      /** The day, if that is not the day of its slot. */
      on?: string
    } & Seen &
      Of)

export type SessionState =
  | { status: 'none' }
  | { status: 'requested' | 'withdrawn'; kind: SessionKind; on?: string }
  | {
      status: 'postponed'
      kind: SessionKind
      participants?: NamedParticipant[]
      /** Placed again until then, it is still inside the window that it had. */
      window?: { placedAt: string; endsAt: string }
    }
  | {
      status: 'scheduled' | 'held' | 'noShow'
      kind: SessionKind
      slot: Slot
      participants?: NamedParticipant[]
      conflicts?: SessionConflict[]
      /** Where it was placed first: its window begins there. */
      placedAt?: string
      /** The reminders of this slot that are sent, by their days. */
      reminded?: number[]
      /** What was said of it when it was held. */
      said?: Said
      /** The day on which it was held or missed, if that is not the day of its slot. */
      on?: string
    }

type Said = { heldBy?: string; withoutRecord?: string }

/** A session: requested, scheduled, perhaps moved, and ended, in one record. */
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
          placedAt: placedFirst(state, event.type, event.data.slot),
        }
      case 'session.conflicted':
        return 'slot' in state ? { ...state, conflicts: event.data.conflicts } : state
      case 'session.conflictCleared':
        return 'slot' in state ? { ...state, conflicts: [] } : state
      case 'session.reminderDue':
        return 'slot' in state ? { ...state, reminded: [...(state.reminded ?? []), event.data.days] } : state
      case 'session.held':
        return 'slot' in state
          ? { ...state, status: 'held', said: saidIn(event.data), ...onIn(event.data) }
          : state
      case 'session.recordSettled':
        return state.status === 'held'
          ? {
              ...state,
              said: { ...state.said, ...withoutUndefined({ withoutRecord: event.data.withoutRecord }) },
            }
          : state
      case 'session.noShow':
        return 'slot' in state ? { ...state, status: 'noShow', ...onIn(event.data) } : state
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
          : { status: 'withdrawn', kind: state.kind, ...onIn(event.data) }
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
          Date.parse(startsAt) >= noticeEnds(profile, state.kind, { now, timeZone }).getTime(),
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

/** A session from another system: a past one is only recorded, an upcoming one is handled here. */
function bringSession(
  { sessionId, kind, status, slot, alias }: SessionCommand & { type: 'bringSession' },
  state: SessionState,
  { at, recordedAt = at }: Context,
): Fact[] {
  if (state.status !== 'none') throw new Refusal('conflict', 'This session was already requested.')
  if (slot) refuseUnknownTimeZone(slot.timeZone)
  const needsSlot = status === 'scheduled' || status === 'held' || status === 'noShow'
  if (needsSlot && !slot)
    throw new Refusal('invalid', `A session that is ${status} must have a slot: when it begins.`)
  if (status === 'requested' && slot)
    throw new Refusal(
      'invalid',
      'A requested session must not have a slot: make it scheduled, or leave slot out.',
    )
  const isToCome = slot !== undefined && Date.parse(slot.startsAt) > recordedAt.getTime()
  if (status === 'scheduled' && !isToCome)
    throw new Refusal('invalid', 'A scheduled session must be in the future: say how this one ended.')
  if ((status === 'held' || status === 'noShow') && isToCome)
    throw new Refusal(
      'invalid',
      `A session that is ${status} must have begun, but this one is in the future.`,
    )
  const isOver = status !== 'requested' && status !== 'scheduled'
  const told = isOver ? { isBrought: true as const } : {}
  const facts: Fact[] = [
    { type: 'session.requested', subject: sessionId, data: { sessionId, kind, alias, ...told } },
  ]
  if (slot)
    facts.push({ type: 'session.scheduled', subject: sessionId, data: { sessionId, kind, slot, ...told } })
  if (isOver) facts.push({ type: `session.${status}`, subject: sessionId, data: { sessionId, ...told } })
  return facts
}

type Known = Exclude<SessionState, { status: 'none' }>

/** Its window begins where it was placed first, and it is placed inside it again. */
function placedFirst(state: SessionState, type: Fact['type'], { startsAt }: Slot): string {
  if (type === 'session.rescheduled' && 'slot' in state) return state.placedAt ?? state.slot.startsAt
  const { window } = state.status === 'postponed' ? state : {}
  return window && isBy(startsAt, window.endsAt) ? window.placedAt : startsAt
}

const isBy = (at: string, end: string) => Date.parse(at) <= Date.parse(end)

const windowLeft = (state: SessionState, endsAt: string | undefined) =>
  endsAt !== undefined && 'slot' in state
    ? { placedAt: state.placedAt ?? state.slot.startsAt, endsAt }
    : undefined

/** It ends with its last day, where the session is. */
const windowOf = ({ placedAt, slot }: Extract<Known, { slot: Slot }>, { profile }: Context) => {
  const zone = faultOfTimeZone(slot.timeZone) === undefined ? slot.timeZone : 'UTC'
  return sessionWindow(new Date(placedAt ?? slot.startsAt), zone, profile)
}

function place(command: SessionCommand & { type: 'placeSession' }, state: Known, context: Context): Fact[] {
  const { at } = context
  const { sessionId, slot, kind = state.kind, holdId, consent } = command
  refuseUnknownTimeZone(slot.timeZone)
  if (state.status === 'held') throw new Refusal('stateForbids', 'The session was held: request another one.')
  if (state.status === 'withdrawn') {
    throw new Refusal('stateForbids', 'The session was withdrawn: request another one.')
  }
  if (Date.parse(slot.startsAt) <= at.getTime()) {
    throw new Refusal('invalid', 'startsAt must be in the future.')
  }
  refuseUnseen(state, command.from, slot)
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
  // Past its window it is postponed: what was booked and prepared for it is given back, and it is placed anew.
  if (!isBy(slot.startsAt, endsAt)) {
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

/** What was worked out for another slot is out of date. */
function flag(
  { sessionId, conflicts: found, of, binding }: SessionCommand & { type: 'flagConflicts' },
  state: Known,
): Fact[] {
  if (state.status !== 'scheduled' || !isSameTime(state.slot, of)) return []
  const { conflicts: before = [] } = state
  const told = found.map((one) => ({ ...one, ...withoutUndefined({ binding }) }))
  const conflicts = [...before.filter((one) => one.binding !== binding), ...told]
  const whys = (list: readonly SessionConflict[]) => list.map(({ why }) => why).join(' ')
  if (whys(before) === whys(conflicts)) return []
  const subject = sessionId
  if (conflicts.length === 0) return [{ type: 'session.conflictCleared', subject, data: { sessionId } }]
  return [{ type: 'session.conflicted', subject, data: { sessionId, conflicts, why: whys(conflicts) } }]
}

const isSameTime = (a: Slot, b: Slot) =>
  Date.parse(a.startsAt) === Date.parse(b.startsAt) && a.minutes === b.minutes

function end(command: SessionCommand & { type: 'endSession' }, state: Known, context: Context): Fact[] {
  const { at } = context
  const { sessionId, outcome, why } = command
  if (command.heldBy && outcome !== 'held')
    throw new Refusal('invalid', 'heldBy must be left out unless the outcome is held.')
  if (command.withoutRecord !== undefined && outcome !== 'held')
    throw new Refusal('invalid', 'withoutRecord must be left out unless the outcome is held.')
  refuseOn(command, context)
  if (state.status === outcome) {
    const corrected = dayCorrected(command, state)
    if (corrected) return corrected
    if ('slot' in state) refuseOtherwise(command, state)
    return []
  }
  if (state.status === 'held' || state.status === 'withdrawn') {
    throw new Refusal('stateForbids', `The session was ${state.status} already.`)
  }
  refuseUnseen(state, command.from)
  if (outcome === 'held' || outcome === 'noShow') {
    if (!('slot' in state))
      throw new Refusal('stateForbids', 'The session has no date yet: schedule it first.')
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
    // Whatever was prepared for it is kept as long as it can still be placed inside its window.
    const { endsAt } = windowOf(state, context)
    const window = endsAt > at.toISOString() ? { windowEndsAt: endsAt } : {}
    return [{ type: 'session.postponed', subject: sessionId, data: { ...data, ...window } }]
  }
  return [{ type: `session.${outcome}`, subject: sessionId, data }]
}

const onIn = ({ on }: { on?: string }) => withoutUndefined({ on })

function refuseOn({ on, outcome }: SessionCommand & { type: 'endSession' }, { at, profile }: Context) {
  if (on === undefined) return
  if (outcome === 'postponed')
    throw new Refusal(
      'invalid',
      'on must be left out of a postponement: it has another day by its next slot.',
    )
  const today = dayShownIn(at, profile.deadlines.timeZone)
  if (on > today)
    throw new Refusal('invalid', `on must not be in the future: it is ${on}, and today is ${today}.`)
}

/** The same outcome on another day is a correction. */
function dayCorrected(
  { sessionId, on, why }: SessionCommand & { type: 'endSession' },
  state: Known,
): Fact[] | undefined {
  const was = ('on' in state ? state.on : undefined) ?? slotDay(state)
  if (on === undefined || on === was) return undefined
  if (why === undefined) throw new Refusal('invalid', 'why must say why the day of the session is corrected.')
  const data = { sessionId, on, why, ...withoutUndefined({ was }) }
  return [{ type: 'session.dayCorrected', subject: sessionId, data }]
}

const slotDay = (state: Known): string | undefined =>
  'slot' in state ? dayShownIn(new Date(state.slot.startsAt), state.slot.timeZone) : undefined

/** Whoever sat alone has held it, also where somebody else records that. */
function onlyAdjudicator(state: Known): { id: string; name: string } | undefined {
  const [one, ...others] = (participantsOf(state) ?? []).filter(({ kind }) => kind === sitting)
  return one && others.length === 0 ? { id: one.id, name: one.name } : undefined
}

const saidIn = ({ heldBy, withoutRecord }: { heldBy?: { id: string }; withoutRecord?: string }): Said =>
  withoutUndefined({ heldBy: heldBy?.id, withoutRecord })

/** The same again changes nothing; what is said anew would be lost. */
function refuseOtherwise(
  command: SessionCommand & { type: 'endSession' },
  { said = {} }: Extract<Known, { slot: Slot }>,
) {
  const { heldBy = said.heldBy, withoutRecord = said.withoutRecord } = saidIn(command)
  if (heldBy === said.heldBy && withoutRecord === said.withoutRecord) return
  throw new Refusal(
    'conflict',
    'The session was held already, and who held it and why it has no record is kept as it was said then: say the rest where the task that asks for the record is completed.',
  )
}

function recorded(
  { record, withoutRecord }: SessionCommand & { type: 'endSession' },
  { profile }: Context,
): { record?: SessionRecord; withoutRecord?: string } {
  if (record === 'stored' && withoutRecord !== undefined)
    throw new Refusal('stateForbids', 'Something of this session is stored: leave withoutRecord out.')
  if (withoutRecord !== undefined) return { record: 'none', withoutRecord }
  if (record === undefined) return {}
  if (record !== 'none') return { record }
  if (profile.sessions.withoutRecord === 'needsReason')
    throw new Refusal(
      'stateForbids',
      'Nothing of this session is recorded: say why there is no record, as withoutRecord.',
    )
  return { record: 'missing' }
}

/** Of two who change one session at once the second is told what the first has done, unless both want the same. */
function refuseUnseen(state: Known, from: Seen['from'], wanted?: Slot) {
  if (from === undefined) return
  const now = 'slot' in state ? state.slot : undefined
  // One that nobody came to waits to be placed again.
  const isWaiting = state.status !== 'scheduled'
  const isKnown = from === null ? isWaiting : now && Date.parse(from) === Date.parse(now.startsAt)
  if (isKnown || (now && wanted && isSameTime(now, wanted))) return
  throw new Refusal(
    'conflict',
    now
      ? `Meanwhile the session was placed on ${minuteOf(now.startsAt)} UTC: look at it again.`
      : 'Meanwhile the session lost its slot: look at it again.',
  )
}

const participantsOf = (state: SessionState) => ('participants' in state ? state.participants : undefined)

const keysOf = (participants: readonly NamedParticipant[] = []) =>
  participants
    .map(({ kind, id }) => `${kind}:${id}`)
    .toSorted()
    .join()
