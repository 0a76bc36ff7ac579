import { eventTypes } from '@portico/contract/events'
import type { NotificationPreview, PartyNotices, PreviewNotification } from '@portico/contract/notifications'
import type { Profile } from '@portico/contract/profile'
import type { Channel, Notification } from '@portico/contract/profile/notifications'
import type { Permissions } from '../../auth/can.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import { namesOf, refuseUnknownWord, unknownWord } from '../../core/kernel/known-words.ts'
import { dayOf } from '../../core/time/moments.ts'
import { faultsOfNotification } from '../../profile/notification-fields.ts'
import { fieldsIn, filledTemplate } from '../../profile/templates.ts'
import { noticesOnCase } from '../../projections/party-notices.ts'
import type { Queryable } from '../../store/db.ts'
import { latestEvents, type StoredEvent } from '../../store/events/read.ts'
import type { NewNotice } from '../../store/notices.ts'
import { noticesBy, triggeredBy } from './compose.ts'
import { fieldsOf } from './fields.ts'
import { toldOf } from './notifier.ts'
import { caseForNotices } from './recipients.ts'

const mostMessages = 50
/** How far back an event is looked for that a notification is about. */
const mostEvents = 500
const unbound = 'unbound'

/** A notification on a case as it is, by the last event that it is about: nobody is told, and nothing is kept. */
export function createTryNotification({
  db,
  clock,
  profileFor,
  permissions,
  reachable,
  workspaceUrl,
}: {
  db: Queryable
  clock: () => Date
  profileFor: (tx: Queryable) => Promise<Profile>
  permissions: Permissions
  reachable: { channels: readonly Channel[] }
  workspaceUrl: () => string
}) {
  return async (caseId: string, given: PreviewNotification): Promise<NotificationPreview> => {
    const profile = await profileFor(db)
    const notification = notificationIn(given, profile)
    const now = clock()
    const event = await lastEvent(caseId, notification)
    const found = await caseForNotices(db, caseId, dayOf(now))
    const fields = found && (await fieldsOf(db, event, { found, profile, today: dayOf(now) }))
    if (!fields) throw new Refusal('notFound', 'There is no case with this id.')
    refuseUnfillable(notification, fields.values)
    const notices = await noticesBy(db, event, [notification], {
      profile,
      permissions,
      now,
      bindingFor: (channel) => (reachable.channels.includes(channel) ? 'bound' : unbound),
      workspaceUrl: workspaceUrl(),
      noticesOfParties: saidOnThisCase,
    })
    const { id, type, at } = event
    const used = new Set([notification.subject, notification.body].flatMap(fieldsIn))
    return {
      event: { id, type, at },
      messages: notices.slice(0, mostMessages).map((notice) => asMessage(notice, now)),
      others: Math.max(0, notices.length - mostMessages),
      fields: Object.entries(fields.values).flatMap(([name, value]) =>
        used.has(name) && !ofRecipient.includes(name) ? [{ name, value }] : [],
      ),
    }
  }

  async function lastEvent(caseId: string, notification: Notification): Promise<StoredEvent> {
    const only = { notifications: [notification] }
    const events = await latestEvents(db, caseId, { types: toldOf(only), limit: mostEvents })
    const event = events.find((event) => triggeredBy(only, event).length > 0)
    if (event) return event
    const { tasks, timers } = notification.on
    const of = [...(tasks ?? []), ...(timers ?? [])].join(', ')
    throw new Refusal(
      'stateForbids',
      `Nothing has happened on this case that it would tell of: no ${notification.on.event}${of ? ` of ${of}` : ''}. Try it on another case.`,
    )
  }
}

/** That a party has opted out on another case would tell whoever tries it that there is one. */
async function saidOnThisCase(db: Queryable, partyIds: readonly string[], { caseId }: { caseId: string }) {
  const said = new Map<string, PartyNotices>()
  for (const id of partyIds) {
    const here = await noticesOnCase(db, caseId, id)
    if (here) said.set(id, here)
  }
  return said
}

export type TryNotification = ReturnType<typeof createTryNotification>

const ofRecipient: readonly string[] = ['recipient.name', 'link']

function notificationIn({ notification: name, draft }: PreviewNotification, { notifications }: Profile) {
  if ((name === undefined) === (draft === undefined))
    throw new Refusal('invalid', 'Either notification or draft must be given: what is to be tried.')
  if (draft) {
    refuseUnknownWord('event', draft.on.event, eventTypes)
    const [fault] = faultsOfNotification('draft', draft)
    if (fault) throw new Refusal('invalid', fault.what)
    return { name: 'draft', label: 'Draft', suppressWhen: [], ...draft }
  }
  const found = notifications.find((notification) => notification.name === name)
  if (!found) throw new Refusal('invalid', unknownWord('notification', name ?? '', namesOf(notifications)))
  return found
}

/** When it is sent, one that cannot be filled is sent by its name alone; whoever tries it is told why. */
function refuseUnfillable({ subject, body }: Notification, values: Readonly<Record<string, string>>) {
  for (const [part, text] of Object.entries({ subject, body }))
    try {
      filledTemplate(text, values)
    } catch (error) {
      const [why] = (error as Error).message.split('\n')
      throw new Refusal('stateForbids', `Its ${part} cannot be filled in: ${why}.`)
    }
}

function asMessage(notice: NewNotice, now: Date): NotificationPreview['messages'][number] {
  const { recipient, channel, subject, body: text, status, why = '', dueAt: at = '', binding } = notice
  const of = { recipient, channel, subject, text }
  if (status === 'suppressed') return { ...of, outcome: 'suppressed', why }
  if (binding === unbound)
    return { ...of, outcome: 'notBound', why: 'No binding of the notifications port sends by this channel.' }
  if (status === 'gathered') return { ...of, outcome: 'inDigest', at }
  if (status === 'waiting' && at > now.toISOString()) return { ...of, outcome: 'afterQuietHours', at }
  return { ...of, outcome: 'now' }
}
