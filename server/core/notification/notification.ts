import type { PartyNotices } from '@portico/contract/notifications'
import type { Channel } from '@portico/contract/profile/notifications'
import { isSame } from '../kernel/chain.ts'
import { type Decider, type Fact, Refusal } from '../kernel/decider.ts'
import { withoutUndefined } from '../kernel/without-undefined.ts'
import { refuseUnknownTimeZone } from '../time/zone-names.ts'

type OfNotification = { caseId: string; notificationId: string }

export type NoticeReceipt = { channel: string; destination?: string; sentAt: string; tracking?: string }
export type NoticeFailure = { why: string; channel?: string; destination?: string; failedAt: string }

export type NotificationCommand =
  | ({
      type: 'oweNotification'
      notification: string
      eventId?: string
      eventType?: string
      /** The session that it is about. */
      sessionId?: string
      recipient: { kind: 'member' | 'party'; id: string; name: string }
      channel: Channel
      /** The binding that is to send it. */
      binding: string
      /** If it cannot be sent at all, it fails at once for this reason. */
      undeliverable?: NoticeFailure
    } & OfNotification)
  | ({ type: 'receiptNotification'; obligationId?: string } & OfNotification & NoticeReceipt)
  | ({ type: 'failNotification'; obligationId?: string } & OfNotification & NoticeFailure)
  /** `before` are the current preferences, which may come from a merged record. */
  | ({ type: 'setPartyNotices'; caseId: string; partyId: string; before?: PartyNotices } & PartyNotices)

/** The state of one message, or of one party. */
export type NotificationState = {
  isOwed: boolean
  receipts: NoticeReceipt[]
  failures: NoticeFailure[]
  last: 'owed' | 'receipted' | 'failed'
  isParty: boolean
  sessionId?: string
}

/** A message to one recipient by one channel, with its delivery; also the preferences of a party. */
export const notification: Decider<NotificationCommand, NotificationState> = {
  name: 'notifications',
  needs: {
    oweNotification: null,
    receiptNotification: null,
    failNotification: null,
    setPartyNotices: 'keepParties',
  },
  stateVersion: 3,
  reads: (command) => ({ subject: 'partyId' in command ? command.partyId : command.notificationId }),
  initial: { isOwed: false, receipts: [], failures: [], last: 'owed', isParty: false },

  evolve(state, event) {
    switch (event.type) {
      case 'notification.owed':
        return { ...state, isOwed: true, ...withoutUndefined({ sessionId: event.data.sessionId }) }
      case 'notification.receipted':
        return { ...state, last: 'receipted', receipts: [...state.receipts, receiptIn(event.data)] }
      case 'notification.failed':
        return { ...state, last: 'failed', failures: [...state.failures, failureIn(event.data)] }
      case 'party.recorded':
        return { ...state, isParty: true }
      case 'party.removed':
      case 'party.merged':
        return { ...state, isParty: false }
      default:
        return state
    }
  },

  decide(command, state): Fact[] {
    switch (command.type) {
      case 'oweNotification': {
        if (state.isOwed) return []
        const { type: _, caseId: __, undeliverable, ...data } = command
        const owed: Fact = { type: 'notification.owed', subject: data.notificationId, data }
        if (!undeliverable) return [owed]
        return [owed, { type: 'notification.failed', ...factFields(command, failureOf(undeliverable, data)) }]
      }
      case 'receiptNotification': {
        refuseUnknown(state)
        const receipt = receiptIn(command)
        // A late report must not override a newer one.
        const isOutdated =
          state.last === 'failed' &&
          state.failures.some(({ failedAt }) => Date.parse(receipt.sentAt) <= Date.parse(failedAt))
        if (isOutdated || state.receipts.some((known) => isSame(known, receipt))) return []
        return [{ type: 'notification.receipted', ...factFields(command, receipt) }]
      }
      case 'failNotification': {
        refuseUnknown(state)
        const failure = failureIn(command)
        if (state.failures.some((known) => isSame(known, failure))) return []
        return [{ type: 'notification.failed', ...factFields(command, failureOf(failure, state)) }]
      }
      case 'setPartyNotices': {
        const { partyId, optedOut, timeZone, before } = command
        if (!state.isParty) throw new Refusal('notFound', 'There is no such party in this case.')
        if (timeZone !== undefined) refuseUnknownTimeZone(timeZone)
        const notices = { optedOut, ...withoutUndefined({ timeZone }) }
        if (before && isSame(before, notices)) return []
        return [{ type: 'notification.preferencesSet', subject: partyId, data: { partyId, ...notices } }]
      }
    }
  },
}

function factFields<Details extends object>(
  command: { notificationId: string; obligationId?: string },
  details: Details,
) {
  const { notificationId, obligationId } = command
  return {
    subject: notificationId,
    data: { notificationId, ...details, ...withoutUndefined({ obligationId }) },
  }
}

const receiptIn = ({ channel, destination, sentAt, tracking }: NoticeReceipt): NoticeReceipt => ({
  channel,
  sentAt,
  ...withoutUndefined({ destination, tracking }),
})

const failureIn = ({ why, channel, destination, failedAt }: NoticeFailure): NoticeFailure => ({
  why,
  failedAt,
  ...withoutUndefined({ channel, destination }),
})

const failureOf = (failure: NoticeFailure, { sessionId }: { sessionId?: string }) => ({
  ...failureIn(failure),
  ...withoutUndefined({ sessionId }),
})

function refuseUnknown({ isOwed }: NotificationState) {
  if (!isOwed) throw new Refusal('notFound', 'There is no such notification in this case.')
}
