import type { Profile } from '@portico/contract/profile'
import type { Channel } from '@portico/contract/profile/notifications'
import type { Permissions } from '../../auth/can.ts'
import { msBetween, msEarlier, msLater } from '../../core/time/moments.ts'
import { type Database, isPassingFailure, type Queryable } from '../../store/db.ts'
import {
  addDigest,
  dueDigests,
  dueNotices,
  leftNotices,
  markOwed,
  type Notice,
  putOffNotices,
} from '../../store/notices.ts'
import type { Execute } from '../engine/execute.ts'
import { digestUpTo } from './digest.ts'
import { messageFor } from './messages.ts'
import { openNoticeWriter } from './notice-writer.ts'

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
  const { owe, suppress } = openNoticeWriter({ db, execute, clock, bindingFor })
  const startedAt = clock()

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
