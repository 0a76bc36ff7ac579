import { notifications } from '@portico/contract/ports/notifications'
import { isDigest } from '../../app/notifications/digest.ts'
import { reaction } from '../../core/kernel/decider.ts'
import { notification } from '../../core/notification/notification.ts'
import { findSentNotification } from '../../projections/notifications.ts'
import type { ChainedEvent } from '../../store/events/append.ts'
import { adaptersIn } from '../delivery/bindings/adapters-in.ts'
import {
  cancelled,
  type Heard,
  type HeardParts,
  type PortParts,
  putOff,
  servePort,
  unmatched,
} from '../delivery/bindings/serve-port.ts'

const noNotification = unmatched('There is no notification with this notificationId.')

export const notificationsPort = servePort(notifications, {
  needs: ['cases', 'letters', 'messages'],
  baseline: 'Members are alerted in the workspace: GET /alerts, announced on GET /changes.',
  adapters: adaptersIn(import.meta.dirname),

  /** The message went to one binding when it was written down: the first that sends by its channel. */
  owes: {
    'notification.owed': ({ data: { binding, recipient, channel }, subject }, commit, { name }) =>
      binding === name && !hasFailedAtOnce(commit, subject) ? [{ recipient: recipient.id, channel }] : [],
  },

  input: {
    async notify({ caseId, event }, { db, portico }) {
      const { notificationId } = event.data
      // One for an event, a person and a channel, ever: a replay does not send it again.
      const sent = await findSentNotification(db, notificationId)
      if (sent?.status === 'delivered') return cancelled('It was sent already.')
      const message = await portico.messages.find(notificationId)
      if ('why' in message) {
        await portico.letters.writeInstead(caseId, notificationId)
        return cancelled(message.why)
      }
      // After an outage it may have become night where the recipient is.
      if (message.notBefore) return putOff(message.notBefore)
      const { notice, destinations } = message
      const { recipient, channel, subject, body: text, notification: name } = notice
      return {
        notificationId,
        notification: name,
        event: { id: notice.eventId, type: notice.eventType, at: notice.at.toISOString() },
        // A digest is about many cases, and perhaps no longer about the one that it is recorded on.
        ...(isDigest(notice) ? {} : { case: await caseRef(caseId, portico) }),
        recipient: { id: recipient.id, name: recipient.name, ...destinations },
        channel,
        subject,
        text,
        url: message.url,
        ...(message.calendar === undefined ? {} : { calendar: message.calendar }),
      }
    },
  },

  answered: {
    notify({ id: obligationId, caseId, event: { data } }, { receipt }) {
      if (!receipt) return { isReceiptToCome: true }
      const { notificationId } = data
      const command = {
        type: 'receiptNotification',
        caseId,
        notificationId,
        obligationId,
        ...receipt,
      } as const
      return { commands: [reaction(notification, command)] }
    },
  },

  gaveUp: {
    /** The ledger has it as a dead letter; whether somebody has a task is for the rules of the profile. */
    notify({ id: obligationId, caseId, channel, event: { data } }, { why, code, at }) {
      const { notificationId } = data
      const failure = { why: why.slice(0, 2000) || code, failedAt: at.toISOString() }
      const of = { caseId, notificationId, obligationId, ...(channel === undefined ? {} : { channel }) }
      return [reaction(notification, { type: 'failNotification', ...of, ...failure })]
    },
  },

  heard: {
    receipt: ({ notificationId, ...receipt }, parts) =>
      hear(notificationId, parts, 'delivered', (of) => ({ type: 'receiptNotification', ...of, ...receipt })),
    bounce: ({ notificationId, ...failure }, parts) =>
      hear(notificationId, parts, 'failed', (of) => ({ type: 'failNotification', ...of, ...failure })),
  },
})

async function caseRef(caseId: string, { cases }: PortParts<'cases'>['portico']) {
  const { docketNumber } = await cases.find(caseId)
  return { caseId, docketNumber }
}

async function hear(
  named: string,
  { db, obligationOf, subjectOf, binding, caseId: given }: HeardParts,
  as: 'delivered' | 'failed',
  commandFor: (of: {
    caseId: string
    notificationId: string
    obligationId?: string
  }) => Parameters<typeof notification.decide>[0],
): Promise<Heard> {
  const notificationId = (await subjectOf(named)) ?? named
  const sent = await findSentNotification(db, notificationId)
  // What another binding sends, this one knows nothing of.
  if (sent && sent.binding !== binding) return noNotification
  const caseId = given ?? sent?.caseId
  if (caseId === undefined) return noNotification
  const at = { caseId, call: 'notify', subject: notificationId }
  const obligationId = await obligationOf(at)
  const command = commandFor({
    caseId,
    notificationId,
    ...(obligationId === undefined ? {} : { obligationId }),
  })
  return { caseId, commands: [reaction(notification, command)], settles: { ...at, as } }
}

/** Nothing sends by its channel any more. */
const hasFailedAtOnce = (commit: readonly ChainedEvent[], notificationId: string) =>
  commit.some(({ type, subject }) => type === 'notification.failed' && subject === notificationId)
