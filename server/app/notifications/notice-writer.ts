import { randomBytes } from 'node:crypto'
import type { Channel } from '@portico/contract/profile/notifications'
import { Refusal } from '../../core/kernel/decider.ts'
import { newId } from '../../core/kernel/ids.ts'
import { withoutUndefined } from '../../core/kernel/without-undefined.ts'
import { letters } from '../../core/letter/letter.ts'
import { type NoticeFailure, notification } from '../../core/notification/notification.ts'
import type { Database, Queryable } from '../../store/db.ts'
import { lockNotices, type Notice, suppressNotices } from '../../store/notices.ts'
import type { Execute } from '../engine/execute.ts'
import { systemActor } from '../engine/system-actor.ts'
import { isDigest } from './digest.ts'

export type NoticeWriter = ReturnType<typeof openNoticeWriter>

/** What is written on the case of a notice: that a binding owes it, or the letter that is sent in its place. */
export function openNoticeWriter({
  db,
  execute,
  clock,
  bindingFor,
}: {
  db: Database
  execute: Execute
  clock: () => Date
  bindingFor: (channel: Channel) => string | undefined
}) {
  async function owe(
    notice: Notice,
    {
      ids,
      status,
      also,
      undeliverable,
    }: {
      ids: readonly string[]
      status: Notice['status']
      also: (tx: Queryable) => Promise<unknown>
      undeliverable?: NoticeFailure
    },
  ): Promise<void> {
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
      ...(undeliverable ? { undeliverable } : {}),
    }
    const request = {
      at: now,
      actor: systemActor,
      correlationId: newId('req', now, randomBytes(10)),
      ...(isDigest(notice) ? {} : { causationId: eventId }),
      async refuse(tx: Queryable) {
        const still = await lockNotices(tx, ids, status)
        if (still.length < ids.length) throw new Refusal('conflict', takenMeanwhile)
      },
      also,
    }
    try {
      await execute(notification, request, command, () => null)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (error.message !== takenMeanwhile) await suppressNotices(db, ids, error.message)
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

  return { owe, suppress }
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
