import type { Profile } from '@portico/contract/profile'
import type { Channel, Notification } from '@portico/contract/profile/notifications'
import type { SessionKind } from '@portico/contract/sessions'
import type { Permissions } from '../../auth/can.ts'
import { derivedId } from '../../core/kernel/ids.ts'
import { isRemote } from '../../core/session/conference.ts'
import { dayOf } from '../../core/time/moments.ts'
import { filledTemplate } from '../../profile/templates.ts'
import { partyNoticesOf } from '../../projections/party-notices.ts'
import type { Queryable } from '../../store/db.ts'
import type { StoredEvent } from '../../store/events/read.ts'
import type { NewNotice } from '../../store/notices.ts'
import { type EventFields, fieldsOf } from './fields.ts'
import { caseForNotices, type Recipient, recipientsOf } from './recipients.ts'
import { subscriptionsOf } from './subscriptions.ts'
import { whySuppressed } from './suppressed.ts'
import { whenToSend } from './when-to-send.ts'

export type Composing = {
  profile: Profile
  permissions: Permissions
  now: Date
  /** The binding that sends by a channel, if there is one. */
  bindingFor: (channel: Channel) => string | undefined
  workspaceUrl: string
  /** What parties have said of how they want to be told, on whichever case, unless somebody only looks at one. */
  noticesOfParties?: typeof partyNoticesOf
}

/** The notifications of the profile that an event triggers. */
export function triggeredBy(
  { notifications }: Pick<Profile, 'notifications'>,
  { type, data }: StoredEvent,
): Notification[] {
  const told = data as { type?: string; name?: string; madeAs?: string; kind?: SessionKind; because?: string }
  // What was sent from here is no news.
  if (type === 'document.filed' && told.madeAs === 'sentLetter') return []
  // Whoever is to join a remote session is told of its date only when there is something to join.
  const isWaiting = type === 'session.scheduled' || type === 'session.rescheduled'
  if (isWaiting && isRemote(told.kind ?? null)) return []
  const event = type === 'session.conferenceReady' ? readyFor(told.because) : type
  return notifications.filter(
    ({ on }) =>
      (on.event === event || on.event === type) &&
      (on.tasks === undefined || on.tasks.includes(told.type ?? '')) &&
      (on.timers === undefined || on.timers.includes(told.name ?? '')),
  )
}

/** A conference that was made anew changes how to join. */
const readyFor = (because: string | undefined) =>
  because === 'scheduled' ? 'session.scheduled' : 'session.rescheduled'

/** Everyone who is to be told of an event, by each channel; what is suppressed is kept too, and never sent later. */
export async function noticesOf(
  db: Queryable,
  event: StoredEvent,
  composing: Composing,
): Promise<NewNotice[]> {
  return noticesBy(db, event, triggeredBy(composing.profile, event), composing)
}

/** Of these notifications, whether or not they are in the profile. */
export async function noticesBy(
  db: Queryable,
  event: StoredEvent,
  triggered: readonly Notification[],
  composing: Composing,
): Promise<NewNotice[]> {
  const { profile, permissions, now, bindingFor, noticesOfParties = partyNoticesOf } = composing
  if (triggered.length === 0) return []
  const today = dayOf(now)
  const found = await caseForNotices(db, event.caseId, today)
  if (!found) return []
  let fields: EventFields | undefined
  const notices: NewNotice[] = []
  for (const notification of triggered) {
    const recipients = await recipientsOf(db, notification.recipients, event, { found, profile, permissions })
    const idsOf = (kind: Recipient['kind']) =>
      recipients.filter((recipient) => recipient.kind === kind).map(({ id }) => id)
    const [subscriptions, partyNotices] = await Promise.all([
      subscriptionsOf(db, idsOf('member')),
      noticesOfParties(db, idsOf('party'), {
        caseId: event.caseId,
        sensitivity: found.access.sensitivity,
      }),
    ])
    for (const recipient of recipients)
      for (const channel of notification.channels) {
        const binding = bindingFor(channel)
        if (!reaches(recipient, channel, binding)) continue
        const own = subscriptions.get(recipient.id)
        const notice = noticeFor(event, notification, recipient, channel)
        const said = recipient.kind === 'party' ? partyNotices.get(recipient.id) : undefined
        const why = whySuppressed(notification, {
          recipient,
          channel,
          isClosed: found.access.isClosed,
          causedBy: [event.actor.id, ...(event.onBehalfOf ? [event.onBehalfOf.id] : [])],
          subscriptions: own,
          notices: said,
        })
        if (why !== undefined) {
          notices.push({ ...notice, subject: '', body: '', path: '', status: 'suppressed', why })
          continue
        }
        fields ??= await fieldsOf(db, event, { found, profile, today })
        if (!fields) return []
        const words = wordsFor(notification, recipient, fields, composing)
        if (channel === 'inApp') notices.push({ ...notice, ...words, status: 'shown' })
        else {
          const times = profile.notificationTimes
          const asked = { channel, notification: notification.name, times }
          const { status, dueAt } = whenToSend(now, {
            ...asked,
            subscriptions: own,
            timeZone: said?.timeZone,
          })
          notices.push({
            ...notice,
            ...words,
            status,
            dueAt: dueAt.toISOString(),
            binding: binding as string,
          })
        }
      }
  }
  // Of two for the same event, person and channel the first is kept: none that is sent gives way to one that is not.
  return notices.toSorted((one, other) => Number(isSuppressed(one)) - Number(isSuppressed(other)))
}

const isSuppressed = ({ status }: NewNotice) => status === 'suppressed'

/** In the workspace members are told; by other channels whoever a binding can reach. A representative is told as one of them. */
function reaches(recipient: Recipient, channel: Channel, binding: string | undefined): boolean {
  if (channel === 'inApp') return recipient.kind === 'member'
  if (binding === undefined) return false
  return recipient.kind === 'party' || recipient.seenAs === 'staff'
}

function noticeFor(event: StoredEvent, { name }: Notification, recipient: Recipient, channel: Channel) {
  const { kind, id, name: called, seenAs } = recipient
  return {
    id: derivedId('notice', event, `${kind} ${id} ${channel}`),
    eventId: event.id,
    eventType: event.type,
    caseId: event.caseId,
    notification: name,
    recipient: { kind, id, name: called },
    channel,
    seenAs,
    at: event.recordedAt,
  } as const
}

/** A template that cannot be filled, as no save lets through, costs nobody the notification. */
function wordsFor(
  { label, subject, body }: Notification,
  recipient: Recipient,
  { values, partyStatus, path }: EventFields,
  { workspaceUrl }: Composing,
) {
  const own = {
    ...values,
    'recipient.name': recipient.name,
    ...(recipient.seenAs === 'party' ? { 'case.status': partyStatus } : {}),
    // Members join from the page of the case.
    ...(values['session.link'] && recipient.kind === 'member'
      ? { 'session.link': `${workspaceUrl}${path}` }
      : {}),
    link: `${workspaceUrl}${path}`,
  }
  const filled = (text: string, most: number) => {
    try {
      return filledTemplate(text, own).trim().slice(0, most).toWellFormed()
    } catch {
      return label
    }
  }
  return { subject: filled(subject, 500).replaceAll(/\s+/g, ' '), body: filled(body, 20_000), path }
}
