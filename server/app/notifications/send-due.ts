import { randomBytes } from 'node:crypto'
import type { Profile } from '@portico/contract/profile'
import type { Channel } from '@portico/contract/profile/notifications'
import type { Permissions } from '../../auth/can.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import { newId } from '../../core/kernel/ids.ts'
import { withoutUndefined } from '../../core/kernel/without-undefined.ts'
import { letters } from '../../core/letter/letter.ts'
import { type NoticeFailure, notification } from '../../core/notification/notification.ts'
import { msBetween, msEarlier, msLater } from '../../core/time/moments.ts'
import { type Database, isPassingFailure, type Queryable } from '../../store/db.ts'
import {
  addDigest,
  dueDigests,
  dueNotices,
  leftNotices,
  lockNotices,
  markOwed,
  type Notice,
  putOffNotices,
  suppressNotices,
} from '../../store/notices.ts'
import type { Execute } from '../engine/execute.ts'
import { systemActor } from '../engine/system-actor.ts'
import { digestUpTo, isDigest } from './digest.ts'
import { messageFor } from './messages.ts'

const atOnce = 100
/** What failed by a fault of its own is tried again, behind the others. */
const againMs = 10 * 60_000
/** So long a channel may be out of the configuration, such as by a slip, before what waits for it is given up. */
const unboundMs = 15 * 60_000

export type SendDue = () => Promise<boolean>

/**
 * Hands over what is due to the notifications port: an event on the case, which obliges its binding to send it, and the
 * notice, in one transaction. Safe to run in several processes.
 */
export function createSendDue({
  db,
  execute,
  profileFor,
  permissions,
  clock,
  channels,
  bindingFor,
  workspaceUrl,
  onFault,
}: {
  db: Database
  execute: Execute
  profileFor: (tx: Queryable) => Promise<Profile>
  permissions: Permissions
  clock: () => Date
  /** Those that a binding of this process sends by. */
  channels: readonly Channel[]
  bindingFor: (channel: Channel) => string | undefined
  workspaceUrl: () => string
  onFault: (error: unknown) => void
}): SendDue {
  const around = { permissions, profileFor, clock, workspaceUrl }
  const startedAt = clock()

  const owe = async (
    notice: Notice,
    of: {
      ids: readonly string[]
      status: Notice['status']
      also: (tx: Queryable) => Promise<unknown>
      undeliverable?: NoticeFailure
    },
  ) => {
    const now = clock()
    const { id: notificationId, caseId, eventId, eventType, recipient, channel } = notice
    const sessionId = isDigest(notice) ? undefined : await sessionOf(db, notice)
    const caused = isDigest(notice) ? {} : { eventId, eventType, ...withoutUndefined({ sessionId }) }
    const command = {
      type: 'oweNotification' as const,
      caseId,
      notificationId,
      notification: notice.notification,
      ...caused,
      recipient,
      channel,
      binding: bindingFor(channel) ?? notice.binding ?? '',
      ...(of.undeliverable ? { undeliverable: of.undeliverable } : {}),
    }
    const request = {
      at: now,
      actor: systemActor,
      correlationId: newId('req', now, randomBytes(10)),
      ...(isDigest(notice) ? {} : { causationId: eventId }),
      async refuse(tx: Queryable) {
        const still = await lockNotices(tx, of.ids, of.status)
        if (still.length < of.ids.length) throw new Refusal('conflict', takenMeanwhile)
      },
      also: of.also,
    }
    try {
      await execute(notification, request, command, () => null)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (error.message !== takenMeanwhile) await suppressNotices(db, of.ids, error.message)
    }
  }

  /** A letter that was not written because of it is written after all. */
  async function suppress(notice: Notice, { why, isWithheld }: { why: string; isWithheld?: boolean }) {
    const { caseId, eventId, recipient, channel } = notice
    const also = (tx: Queryable) => suppressNotices(tx, [notice.id], why)
    if (isWithheld || channel !== 'email' || recipient.kind !== 'party') return also(db)
    const request = { at: clock(), actor: systemActor, correlationId: notice.id, causationId: eventId, also }
    const of = { eventId, partyId: recipient.id }
    await execute(letters, request, { type: 'writeInstead', caseId, of }, () => null).catch((error) => {
      if (!(error instanceof Refusal)) throw error
      return also(db)
    })
  }

  /** Those that are still to be sent; the others are not sent later either. */
  async function stillDue(notices: readonly Notice[]): Promise<Notice[]> {
    const still: Notice[] = []
    for (const notice of notices)
      await attempt([notice], async () => {
        const message = await messageFor(db, notice, around)
        if ('why' in message) await suppress(notice, message)
        else still.push(notice)
      })
    return still
  }

  async function sendOne(due: Notice) {
    const [notice] = await stillDue([due])
    if (!notice) return
    const binding = bindingFor(notice.channel) as string
    const also = (tx: Queryable) => markOwed(tx, notice.id, binding)
    await owe(notice, { ids: [notice.id], status: 'waiting', also })
  }

  async function sendDigest(gathered: readonly Notice[]) {
    const items = await stillDue(gathered)
    const newest = items.at(-1)
    if (!newest) return
    const digest = digestUpTo(newest, { at: clock(), binding: bindingFor(newest.channel) as string })
    const ids = items.map(({ id }) => id)
    await owe(digest, { ids, status: 'gathered', also: (tx) => addDigest(tx, digest, ids) })
  }

  /** It would wait for ever: the case says that it was not sent, and a party gets the letter instead. */
  async function giveUp(left: Notice) {
    const [notice] = await stillDue([left])
    if (!notice) return
    const { id, status, channel, binding } = notice
    const why = `Nothing sends by ${channel} any more: no binding of the notifications port has this channel.`
    const undeliverable = { why, channel, failedAt: clock().toISOString() }
    await owe(notice, { ids: [id], status, also: (tx) => markOwed(tx, id, binding ?? ''), undeliverable })
  }

  async function giveUpUnbound(): Promise<boolean> {
    if (msBetween(startedAt, clock()) < unboundMs) return false
    const left = await leftNotices(db, { channels, limit: atOnce, since: msEarlier(clock(), unboundMs) })
    for (const notice of left) await attempt([notice], () => giveUp(notice))
    return left.length === atOnce
  }

  /** One that cannot be sent does not keep the others from it. */
  async function attempt(notices: readonly Notice[], work: () => Promise<void>) {
    try {
      await work()
    } catch (error) {
      if (isPassingFailure(error)) throw error
      onFault(error)
      const ids = notices.map(({ id }) => id)
      await putOffNotices(db, ids, msLater(clock(), againMs))
    }
  }

  /** Says whether there may be more. */
  return async () => {
    const isMoreLeft = await giveUpUnbound()
    if (channels.length === 0) return isMoreLeft
    const due = await dueNotices(db, clock(), { channels, limit: atOnce })
    for (const notice of due) await attempt([notice], () => sendOne(notice))
    const digests = await dueDigests(db, clock(), { channels, limit: atOnce })
    for (const gathered of digests) await attempt(gathered, () => sendDigest(gathered))
    return isMoreLeft || due.length === atOnce || digests.length === atOnce
  }
}

const takenMeanwhile = 'Another process has just sent it.'

/** The session that an event is about which somebody is told of. */
async function sessionOf(db: Queryable, { caseId, eventId, eventType }: Notice): Promise<string | undefined> {
  if (!eventType.startsWith('session.')) return undefined
  const [row] = await db.rows<{ id: string }>(
    `select data->>'sessionId' as id from events where case_id = $1 and id = $2`,
    [caseId, eventId],
  )
  return row?.id
}
