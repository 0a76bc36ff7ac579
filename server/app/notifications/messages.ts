import type { Subscriptions } from '@portico/contract/alerts'
import type { Contact } from '@portico/contract/parties'
import type { Profile } from '@portico/contract/profile'
import type { Channel } from '@portico/contract/profile/notifications'
import type { Permissions } from '../../auth/can.ts'
import { dayOf } from '../../core/time/moments.ts'
import { listSentNotifications } from '../../projections/notifications.ts'
import { partyNoticesOf } from '../../projections/party-notices.ts'
import type { Queryable } from '../../store/db.ts'
import { findNotice, type Notice, noticesOfDigest } from '../../store/notices.ts'
import { digestWords, isDigest } from './digest.ts'
import { joinMark } from './join-mark.ts'
import {
  caseForNotices,
  hasLeftSide,
  isOfDrafts,
  type Recipient,
  readMembers,
  representsNobody,
} from './recipients.ts'
import { sessionOf } from './session-calendar.ts'
import { subscriptionsOf } from './subscriptions.ts'
import { whySuppressed } from './suppressed.ts'
import { whenToSend } from './when-to-send.ts'

/** Where a message goes. */
export type Destinations = {
  emails?: string[]
  phones?: string[]
  addresses?: NonNullable<Contact['addresses']>
  pushSubscriptions?: NonNullable<Subscriptions['pushSubscriptions']>
}

export type Message = {
  notice: Notice
  destinations: Destinations
  url: string
  /** The end of the quiet hours of the recipient, if it is among them now. */
  notBefore?: Date
  /** The session that it is about, as iCalendar by the clock of the recipient. */
  calendar?: string
}
/** What is withheld for a right that was lost goes by no other way either. */
type Gone = { why: string; isWithheld?: boolean }

type Around = {
  permissions: Permissions
  profileFor: (tx: Queryable) => Promise<Profile>
  clock: () => Date
  workspaceUrl: () => string
  /** Where a party joins a session. */
  invitation?: Invite
}

export type Invite = (
  caseId: string,
  sessionId: string,
  party: { id: string; name: string },
) => Promise<string | undefined>

/**
 * A notice as it is to be sent now, or why it is not any more: it may have waited for hours, and its recipient may have
 * died, opted out, left, or lost sight of the case meanwhile, or the profile may not send it any more.
 */
export async function messageFor(
  db: Queryable,
  notice: Notice,
  { permissions, profileFor, clock, workspaceUrl, invitation }: Around,
): Promise<Message | Gone> {
  const found = await caseForNotices(db, notice.caseId, dayOf(clock()))
  if (!found) return { why: 'The case is gone.' }
  const { recipient, channel, seenAs } = notice
  const { access } = found
  const [subscriptions, partyNotices, [member]] = await Promise.all([
    recipient.kind === 'member' ? subscriptionsOf(db, [recipient.id]) : undefined,
    recipient.kind === 'party'
      ? partyNoticesOf(db, [recipient.id], { caseId: notice.caseId, sensitivity: access.sensitivity })
      : undefined,
    recipient.kind === 'member' ? readMembers(db, { ids: [recipient.id], teams: [] }) : [],
  ])
  const own = subscriptions?.get(recipient.id)
  let to: Recipient
  let destinations: Destinations
  if (recipient.kind === 'member') {
    if (!member) return { why: 'The recipient is not a member any more.' }
    const isRepresentative = access.representativeIds.includes(member.id)
    const facts = { case: { id: notice.caseId, ...access } }
    const mayRead =
      permissions.can(member, 'readCases', facts) &&
      (!isOfDrafts(notice.eventType) || permissions.can(member, 'readDeliberations', facts))
    if (!mayRead || isRepresentative !== (seenAs === 'party'))
      return { why: 'The recipient may not see the case any more.' }
    to = { kind: 'member', id: member.id, name: member.name, seenAs }
    destinations = {
      ...(member.email === null ? {} : { emails: [member.email] }),
      ...(own?.phone === undefined ? {} : { phones: [own.phone] }),
      ...(own?.pushSubscriptions?.length ? { pushSubscriptions: own.pushSubscriptions } : {}),
    }
  } else {
    const party = found.parties.find(({ id }) => id === recipient.id)
    if (!party) return { why: 'The recipient is not a party of the case any more.' }
    to = { kind: 'party', id: party.id, name: recipient.name, party, seenAs: 'party' }
    const { emails, phones, addresses } = party.contact ?? {}
    destinations = {
      ...(emails?.length ? { emails } : {}),
      ...(phones?.length ? { phones } : {}),
      ...(addresses?.length ? { addresses } : {}),
    }
  }
  const inForce = await profileFor(db)
  const { notifications, notificationTimes: times } = inForce
  const rules = notifications.find(({ name }) => name === notice.notification)
  if (!rules) return { why: `The profile has no notification ${notice.notification} any more.` }
  const isNamed = rules.recipients.includes('addressee')
  if (to.kind === 'party' && !isNamed && representsNobody(to.party, found.parties, inForce))
    return { why: 'The recipient represents nobody on the case any more.', isWithheld: true }
  if (await hasLeftSide(db, rules.recipients, notice, to, { found, profile: inForce }))
    return { why: 'The recipient does not represent that party any more.', isWithheld: true }
  const why = whySuppressed(rules, {
    recipient: to,
    channel,
    isClosed: access.isClosed,
    causedBy: [],
    subscriptions: own,
    notices: partyNotices?.get(recipient.id),
  })
  if (why !== undefined) return { why }
  const needed = neededBy[channel]
  if (needed && !destinations[needed.field]) return { why: `The recipient has no ${needed.called}.` }
  const now = clock()
  const { timeZone } = partyNotices?.get(recipient.id) ?? {}
  const of = { channel, notification: notice.notification, subscriptions: own, timeZone, times }
  const { status, dueAt } = whenToSend(now, of)
  const quiet = status === 'waiting' && dueAt > now ? { notBefore: dueAt } : {}
  const told = await sessionOf(db, notice, own?.timeZone ?? timeZone)
  if (told && 'why' in told) return told
  const isToJoin = recipient.kind === 'party' && notice.body.includes(joinMark)
  const link =
    isToJoin && told
      ? await invitation?.(notice.caseId, told.sessionId, { id: to.id, name: to.name })
      : undefined
  return {
    notice: isToJoin ? { ...notice, body: notice.body.replaceAll(joinMark, link ?? linkToCome) } : notice,
    destinations,
    url: link ?? `${workspaceUrl()}${notice.path}`,
    ...quiet,
    ...(told ? { calendar: told.calendar } : {}),
  }
}

/** A link is worth as much as a key: it is put in when the message is sent, and kept nowhere. */
const linkToCome = 'by a link that we will send you'

type Needed = { field: keyof Destinations; called: string }

const neededBy: Partial<Record<Channel, Needed>> = {
  email: { field: 'emails', called: 'email address' },
  text: { field: 'phones', called: 'phone number' },
  push: { field: 'pushSubscriptions', called: 'browser that takes push messages' },
  letter: { field: 'addresses', called: 'address' },
}

/** Nothing of it is kept in words: each thing in it is looked at again. */
async function digestMessage(db: Queryable, digest: Notice, around: Around): Promise<Message | Gone> {
  const messages: Message[] = []
  for (const notice of await noticesOfDigest(db, digest.id)) {
    const message = await messageFor(db, notice, around)
    if (!('why' in message)) messages.push(message)
  }
  const newest = messages.at(-1)
  if (!newest) return { why: 'Nothing in it may be sent any more.' }
  const workspaceUrl = around.workspaceUrl()
  const today = dayOf(around.clock())
  const items = messages.map(({ notice }) => notice)
  const words = digestWords(await around.profileFor(db), items, { workspaceUrl, today })
  const { destinations } = newest
  return { notice: { ...digest, ...words }, destinations, url: workspaceUrl }
}

export type Messages = ReturnType<typeof openMessages>

/** For the port: what a notice says, by its id. */
export function openMessages({ db, ...around }: { db: Queryable } & Around) {
  return {
    async find(noticeId: string): Promise<Message | Gone> {
      const notice = await findNotice(db, noticeId)
      if (!notice) return { why: 'The case is gone.' }
      return isDigest(notice) ? digestMessage(db, notice, around) : messageFor(db, notice, around)
    },

    sent: (caseId: string) => listSentNotifications(db, caseId),
  }
}
