import type { LetterFailureCause, LetterKind } from '@portico/contract/letters'
import type { LetterEvent } from '@portico/contract/profile/correspondence'
import { isSame } from '../kernel/chain.ts'
import { type Context, type Decider, type Fact, Refusal } from '../kernel/decider.ts'
import { derivedId } from '../kernel/ids.ts'
import { namesOf, unknownWord } from '../kernel/known-words.ts'
import { withoutUndefined } from '../kernel/without-undefined.ts'
import { isInForce } from '../party/representation.ts'
import {
  evolveParties,
  type PartiesState,
  type PartyState,
  partyTypes,
  requireParty,
} from '../party/state.ts'
import { dayOf } from '../time/moments.ts'

export type LetterReceipt = { channel: string; destination?: string; sentAt: string; tracking?: string }
export type LetterFailure = {
  cause: LetterFailureCause
  why: string
  channel?: string
  destination?: string
  failedAt: string
}

/** The event that raises a letter. */
export type LetterTrigger = {
  id: string
  at: string
  type: LetterEvent
  taskId?: string
  workProductId?: string
  sessionId?: string
}

type OfLetter = { caseId: string; letterId: string }
/** A party notified of an event. */
type Recipient = { eventId: string; partyId: string }

export type LetterCommand =
  | { type: 'raiseLetter'; caseId: string; letter: string; trigger: LetterTrigger }
  | ({ type: 'writeLetter'; letter: string; partyId: string; reason?: string } & OfLetter)
  | ({
      type: 'noteComposed'
      subject: string
      sha256: string
      bytes: number
      pageCount: number
      date: string
    } & OfLetter)
  | ({ type: 'retryLetter' } & OfLetter)
  /** Writes a letter after all, because the email that replaced it did not reach the party or was never sent. */
  | { type: 'writeInstead'; caseId: string; of: { notificationId: string } | Recipient }
  | ({ type: 'withdrawLetter'; why: string } & OfLetter)
  | ({ type: 'receiptLetter'; obligationId?: string } & OfLetter & LetterReceipt)
  | ({ type: 'failLetter'; obligationId?: string } & OfLetter & LetterFailure)

type Owed = Extract<Fact, { type: 'letter.owed' }>['data']

type LetterState = {
  letter: string
  kind: LetterKind
  partyId: string
  owed: Owed
  status: 'owed' | 'composed' | 'receipted' | 'failed' | 'withdrawn'
  isComposed: boolean
  receipts: LetterReceipt[]
  failures: LetterFailure[]
}

export type LettersState = {
  parties: PartiesState
  letters: Record<string, LetterState>
  /** By notification. */
  emails: Record<string, Recipient>
}

const letterTypes = [
  'letter.owed',
  'letter.composed',
  'letter.receipted',
  'letter.failed',
  'letter.withdrawn',
] as const

const kinds: Record<LetterEvent, LetterKind> = {
  'workProduct.released': 'notice',
  'task.opened': 'statusLetter',
  'task.deadlineApproaching': 'deadlineReminder',
  'session.scheduled': 'notice',
  'session.rescheduled': 'notice',
  'session.reminderDue': 'deadlineReminder',
}

/** Letters to parties of a case, raised once per event and recipient or written by a person, and their delivery. */
export const letters: Decider<LetterCommand, LettersState> = {
  name: 'letters',
  needs: {
    raiseLetter: null,
    writeLetter: 'writeLetters',
    noteComposed: null,
    retryLetter: 'writeLetters',
    writeInstead: null,
    withdrawLetter: null,
    receiptLetter: 'recordDeliveries',
    failLetter: 'recordDeliveries',
  },
  stateVersion: 3,
  reads: () => ({ types: [...partyTypes, ...letterTypes, 'notification.owed'] }),
  initial: { parties: { parties: [], grants: [] }, letters: {}, emails: {} },

  evolve(state, event) {
    switch (event.type) {
      case 'letter.owed': {
        const { letterId, letter, kind, partyId } = event.data
        const owedLetter: LetterState = {
          letter,
          kind,
          partyId,
          owed: event.data,
          status: 'owed',
          isComposed: false,
          receipts: [],
          failures: [],
        }
        return { ...state, letters: { ...state.letters, [letterId]: owedLetter } }
      }
      case 'letter.composed':
        return withChange(state, event.data.letterId, () => ({ status: 'composed', isComposed: true }))
      case 'letter.receipted':
        return withChange(state, event.data.letterId, ({ receipts }) => ({
          status: 'receipted',
          receipts: [...receipts, receiptIn(event.data)],
        }))
      case 'letter.failed':
        return withChange(state, event.data.letterId, ({ failures }) => ({
          status: 'failed',
          failures: [...failures, failureIn(event.data)],
        }))
      case 'letter.withdrawn':
        return withChange(state, event.data.letterId, () => ({ status: 'withdrawn' }))
      case 'notification.owed': {
        const { notificationId, eventId, channel, recipient } = event.data
        if (channel !== 'email' || recipient.kind !== 'party' || eventId === undefined) return state
        const email = { eventId, partyId: recipient.id }
        return { ...state, emails: { ...state.emails, [notificationId]: email } }
      }
      default:
        return { ...state, parties: evolveParties(state.parties, event) }
    }
  },

  decide(command, state, context): Fact[] {
    switch (command.type) {
      case 'raiseLetter':
        return raise(command, state, context)
      case 'writeLetter': {
        const { letterId, letter, partyId, reason } = command
        const { letters: words } = context.profile
        if (!words.some(({ name }) => name === letter))
          throw new Refusal('invalid', unknownWord('kind of letter', letter, namesOf(words)))
        requireParty(state.parties, partyId)
        if (state.letters[letterId]) return []
        const data = { letterId, letter, partyId, kind: 'response' as const, ...withoutUndefined({ reason }) }
        return [{ type: 'letter.owed', subject: letterId, data }]
      }
      case 'noteComposed': {
        const { letterId, subject, sha256, bytes, pageCount, date } = command
        const { letter, kind, partyId, status } = findLetter(state, letterId)
        // If two processes compose it, the first counts.
        if (status !== 'owed') return []
        const documentId = derivedId('doc', { id: letterId, at: context.at.toISOString() }, 'sent')
        const paper = { documentId, subject, sha256, bytes, pageCount, date }
        return [
          { type: 'letter.composed', subject: letterId, data: { letterId, letter, partyId, kind, ...paper } },
        ]
      }
      case 'retryLetter': {
        const { letterId } = command
        const { status, isComposed, owed } = findLetter(state, letterId)
        if (status === 'owed') return []
        refuseUnretryable(status, isComposed)
        return [{ type: 'letter.owed', subject: letterId, data: owed }]
      }
      case 'writeInstead': {
        const { of: source } = command
        const recipient = 'notificationId' in source ? state.emails[source.notificationId] : source
        if (!recipient) return []
        return Object.values(state.letters).flatMap(({ status, letter, owed }): Fact[] => {
          const rules = context.profile.letters.find(({ name }) => name === letter)?.suppressWhen
          const isSameLetter = owed.eventId === recipient.eventId && owed.partyId === recipient.partyId
          if (!isSameLetter || status !== 'withdrawn' || !rules?.includes('hasEmail')) return []
          return [{ type: 'letter.owed', subject: owed.letterId, data: owed }]
        })
      }
      case 'withdrawLetter': {
        const { letterId, why } = command
        const letterState = findLetter(state, letterId)
        if (letterState.status === 'withdrawn' || letterState.status === 'receipted') return []
        return [
          {
            type: 'letter.withdrawn',
            subject: letterId,
            data: { ...letterFields(letterId, letterState), why },
          },
        ]
      }
      case 'receiptLetter': {
        const { letterId, obligationId } = command
        const letterState = findLetter(state, letterId)
        refuseUncomposed(letterState)
        const receipt = receiptIn(command)
        // A late report must not override a newer one.
        const isOutdated =
          letterState.status === 'failed' &&
          letterState.failures.some(
            ({ cause, failedAt }) =>
              cause === 'returned' && Date.parse(receipt.sentAt) <= Date.parse(failedAt),
          )
        if (isOutdated || letterState.receipts.some((known) => isSame(known, receipt))) return []
        const data = {
          ...letterFields(letterId, letterState),
          ...receipt,
          ...withoutUndefined({ obligationId }),
        }
        return [{ type: 'letter.receipted', subject: letterId, data }]
      }
      case 'failLetter': {
        const { letterId, obligationId } = command
        const letterState = findLetter(state, letterId)
        const failure = failureIn(command)
        const isBeforeComposing = failure.cause === 'notComposed' || failure.cause === 'notMailable'
        if (isBeforeComposing && letterState.status !== 'owed') return []
        if (!isBeforeComposing) refuseUncomposed(letterState)
        if (letterState.failures.some((known) => isSame(known, failure))) return []
        const { sessionId } = letterState.owed
        const fields = { ...letterFields(letterId, letterState), ...withoutUndefined({ sessionId }) }
        const data = { ...fields, ...failure, ...withoutUndefined({ obligationId }) }
        return [{ type: 'letter.failed', subject: letterId, data }]
      }
    }
  },
}

function raise(
  { letter: name, trigger }: Extract<LetterCommand, { type: 'raiseLetter' }>,
  state: LettersState,
  context: Context,
): Fact[] {
  const letter = context.profile.letters.find((letter) => letter.name === name)
  if (!letter) return []
  const { id: eventId, type: eventType, taskId, workProductId, sessionId } = trigger
  const about = { eventId, eventType, ...withoutUndefined({ taskId, workProductId, sessionId }) }
  return recipientsOf(letter.recipients ?? ['claimants'], state.parties, context).flatMap(
    ({ partyId }): Fact[] => {
      const letterId = derivedId('ltr', trigger, `${name} ${partyId}`)
      if (state.letters[letterId]) return []
      const data = { letterId, letter: name, partyId, kind: kinds[eventType], ...about }
      return [{ type: 'letter.owed', subject: letterId, data }]
    },
  )
}

function recipientsOf(
  words: readonly ('claimants' | 'representatives')[],
  { parties }: PartiesState,
  { profile, at }: Context,
): PartyState[] {
  const today = dayOf(at)
  const current = parties.filter(({ status }) => status === 'current')
  const roles = profile.partyRoles.filter(({ isClaimant }) => isClaimant).map(({ name }) => name)
  const claimants = current.filter(({ role }) => roles.includes(role))
  const representativeIds = claimants.flatMap(({ representation }) =>
    representation && isInForce(representation, today) ? [representation.representativeId] : [],
  )
  return current.filter(
    (partyState) =>
      (words.includes('claimants') && claimants.includes(partyState)) ||
      (words.includes('representatives') && representativeIds.includes(partyState.partyId)),
  )
}

const letterFields = (letterId: string, { letter, partyId }: LetterState) => ({ letterId, letter, partyId })

const receiptIn = ({ channel, destination, sentAt, tracking }: LetterReceipt): LetterReceipt => ({
  channel,
  sentAt,
  ...withoutUndefined({ destination, tracking }),
})

const failureIn = ({ cause, why, channel, destination, failedAt }: LetterFailure): LetterFailure => ({
  cause,
  why,
  failedAt,
  ...withoutUndefined({ channel, destination }),
})

function withChange(
  state: LettersState,
  letterId: string,
  change: (letter: LetterState) => Partial<LetterState>,
): LettersState {
  const letter = state.letters[letterId]
  if (!letter) return state
  return { ...state, letters: { ...state.letters, [letterId]: { ...letter, ...change(letter) } } }
}

function refuseUnretryable(status: LetterState['status'], isComposed: boolean) {
  if (isComposed)
    throw new Refusal(
      'stateForbids',
      'This letter is already composed: redrive its delivery, or write another letter.',
    )
  if (status === 'withdrawn')
    throw new Refusal(
      'stateForbids',
      'This letter was withdrawn and cannot be retried: write another letter instead.',
    )
}

function refuseUncomposed({ isComposed }: LetterState) {
  if (isComposed) return
  throw new Refusal('stateForbids', 'This letter has not been composed, so it cannot have been sent.')
}

function findLetter({ letters }: LettersState, letterId: string): LetterState {
  const letter = Object.hasOwn(letters, letterId) ? letters[letterId] : undefined
  if (!letter) throw new Refusal('notFound', 'There is no such letter in this case.')
  return letter
}
