import type { PurgeRule } from '@portico/contract/custody'
import { type Context, type Decider, type Fact, Refusal } from '../kernel/decider.ts'
import { dayOf, yearsLater } from '../time/moments.ts'

export type CustodyCommand =
  | { type: 'placeHold'; caseId: string; holdId: string; why: string }
  | { type: 'liftHold'; caseId: string; holdId: string; why: string }
  | { type: 'setSensitivity'; caseId: string; level: number; why: string }
  | { type: 'purge'; caseId: string; order?: { why: string } }

type Of<Type extends CustodyCommand['type']> = CustodyCommand & { type: Type }

export type CustodyState = {
  docketNumber: string
  caseType: string
  closedAt: string | null
  sensitivity: number
  holds: { holdId: string; isLifted: boolean; liftedBy?: string }[]
  /** The open tasks about mail. */
  mail: string[]
  /** Open tasks from another system, which may be about mail. */
  brought: { id: string; type: string }[]
}

/** Custody of a case: legal holds, sensitivity, purge. */
export const custody: Decider<CustodyCommand, CustodyState> = {
  name: 'custody',
  needs: {
    placeHold: 'holdCases',
    liftHold: 'holdCases',
    setSensitivity: 'setSensitivity',
    purge: 'purgeCases',
  },
  stateVersion: 5,
  reads: () => ({
    types: [
      'case.opened',
      'case.corrected',
      'case.closed',
      'case.reopened',
      'case.legalHoldPlaced',
      'case.legalHoldLifted',
      'case.sensitivitySet',
      'mail.routed',
      'task.opened',
      'task.completed',
      'task.handedOver',
      'task.cancelled',
    ],
  }),
  initial: {
    docketNumber: '',
    caseType: '',
    closedAt: null,
    sensitivity: 0,
    holds: [],
    mail: [],
    brought: [],
  },

  evolve(state, event) {
    switch (event.type) {
      case 'case.opened': {
        const { docketNumber, caseType, sensitivity = 0 } = event.data
        return { ...state, docketNumber, caseType, sensitivity }
      }
      case 'case.corrected':
        return { ...state, caseType: event.data.caseType ?? state.caseType }
      case 'case.closed':
        return { ...state, closedAt: event.data.closedAt ?? event.at }
      case 'case.reopened':
        return { ...state, closedAt: null }
      case 'case.legalHoldPlaced':
        return { ...state, holds: [...state.holds, { holdId: event.data.holdId, isLifted: false }] }
      case 'case.legalHoldLifted': {
        const { holdId } = event.data
        const lifted = { holdId, isLifted: true, liftedBy: event.actor.id }
        const holds = state.holds.map((hold) => (hold.holdId === holdId ? lifted : hold))
        return { ...state, holds }
      }
      case 'case.sensitivitySet':
        return { ...state, sensitivity: event.data.level }
      case 'mail.routed':
        return { ...state, mail: [...state.mail, event.data.taskId] }
      case 'task.opened': {
        const { taskId: id, type, isMail, alias } = event.data
        if (isMail) return { ...state, mail: [...state.mail, id] }
        return alias ? { ...state, brought: [...state.brought, { id, type }] } : state
      }
      case 'task.completed':
      case 'task.handedOver':
      case 'task.cancelled': {
        const { taskId } = event.data
        const isOpen = (id: string) => id !== taskId
        const isKnown = state.mail.includes(taskId) || state.brought.some(({ id }) => id === taskId)
        if (!isKnown) return state
        return {
          ...state,
          mail: state.mail.filter(isOpen),
          brought: state.brought.filter(({ id }) => isOpen(id)),
        }
      }
      default:
        return state
    }
  },

  decide(command, state, context) {
    const { caseId } = command
    switch (command.type) {
      case 'placeHold': {
        const { holdId, why } = command
        return [{ type: 'case.legalHoldPlaced', subject: caseId, data: { holdId, why } }]
      }
      case 'liftHold':
        return lift(command, state)
      case 'setSensitivity':
        return setSensitivity(command, state, context)
      case 'purge':
        return purge(command, state, context)
    }
  },
}

function lift({ caseId, holdId, why }: Of<'liftHold'>, { holds }: CustodyState): Fact[] {
  const hold = holds.find((hold) => hold.holdId === holdId)
  if (!hold) throw new Refusal('notFound', 'There is no such legal hold on this case.')
  return hold.isLifted ? [] : [{ type: 'case.legalHoldLifted', subject: caseId, data: { holdId, why } }]
}

function setSensitivity(
  { caseId, level, why }: Of<'setSensitivity'>,
  { sensitivity: from }: CustodyState,
  { profile }: Context,
): Fact[] {
  const levels = profile.sensitivity.levels.map((level) => level.level)
  if (!levels.includes(level)) {
    throw new Refusal(
      'invalid',
      `level must be one of ${levels.join(', ')}, the levels of the profile: it is ${level}.`,
    )
  }
  return level === from ? [] : [{ type: 'case.sensitivitySet', subject: caseId, data: { from, level, why } }]
}

function purge({ caseId, order }: Of<'purge'>, state: CustodyState, context: Context): Fact[] {
  const { docketNumber, caseType, closedAt, sensitivity, holds } = state
  const mailTaskTypes = context.profile.mailTypes.map(({ taskType }) => taskType)
  const open = [...state.mail, ...state.brought.filter(({ type }) => mailTaskTypes.includes(type))].length
  if (holds.some(({ isLifted }) => !isLifted)) {
    throw new Refusal(
      'stateForbids',
      'The case is under legal hold and cannot be purged until the hold is lifted.',
    )
  }
  if (closedAt === null)
    throw new Refusal('stateForbids', 'Only a closed case can be purged, and this case is open.')
  if (open > 0) {
    throw new Refusal(
      'stateForbids',
      `${open === 1 ? 'A task about mail is' : `${open} tasks about mail are`} still open on this case: complete or cancel ${open === 1 ? 'it' : 'them'} before purging.`,
    )
  }
  const rule: PurgeRule = order ? { kind: 'order', ...order } : dueRule(caseType, closedAt, context)
  if (holds.some(({ liftedBy }) => liftedBy === context.actor.id)) {
    throw new Refusal('stateForbids', 'You lifted a legal hold on this case, so someone else must purge it.')
  }
  const data = { docketNumber, caseType, closedAt, rule, sensitivity }
  return [{ type: 'case.purged', subject: caseId, data }]
}

function dueRule(caseType: string, closedAt: string, { profile, at }: Context): PurgeRule {
  const rule = profile.retention.find(({ caseTypes }) => caseTypes.includes(caseType))
  if (!rule) {
    throw new Refusal(
      'stateForbids',
      'No retention rule of the profile covers cases of this type: only an order can purge the case.',
    )
  }
  const { name, keepYears, why } = rule
  const dueAt = yearsLater(closedAt, keepYears)
  if (at < dueAt) {
    throw new Refusal(
      'stateForbids',
      `Only an order can purge the case before its retention period ends on ${dayOf(dueAt)}.`,
    )
  }
  return { kind: 'retention', name, keepYears, why }
}
