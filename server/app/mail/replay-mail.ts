import type { MailReplay, MailReplayed } from '@portico/contract/mail'
import type { Asking, Permissions } from '../../auth/can.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import { reroute } from '../../core/mail/replay.ts'
import { dayOf, daysLater } from '../../core/time/moments.ts'
import { checkedProfile } from '../../profile/check-profile.ts'
import { representedCases } from '../../projections/case-access.ts'
import { routedMail } from '../../projections/mail-routings.ts'
import type { Database } from '../../store/db.ts'
import type { ProfileFor } from '../engine/execute.ts'

const mostShown = 200

export type ReplayMail = ReturnType<typeof createReplayMail>

/** What another table of mail types would have done with past mail. Nothing is changed. */
export function createReplayMail({
  db,
  clock,
  profileFor,
  permissions,
}: {
  db: Database
  clock: () => Date
  profileFor: ProfileFor
  permissions: Permissions
}) {
  return async (caller: Asking, { mailTypes, from, to }: MailReplay): Promise<MailReplayed> => {
    if (from !== undefined && to !== undefined && from > to)
      throw new Refusal('invalid', `from must not be after to: ${from} is after ${to}.`)
    const profile = await profileFor(db)
    const { mailTypes: after } = checkedProfile({ ...profile, mailTypes })
    const tables = { before: profile.mailTypes, after }
    const { upTo = -1 } = permissions.sightOf(caller)
    const now = clock()
    const past = routedMail(db, {
      from: new Date(from ?? 0),
      before: to === undefined ? now : daysLater(to, 1),
      upTo,
      barred: await representedCases(db, caller.id, dayOf(now)),
    })
    const replayed: MailReplayed = { looked: 0, moved: 0, byMove: {}, first: [] }
    for await (const page of past) {
      for (const one of page) {
        replayed.looked += 1
        const moved = reroute(one, tables)
        if (!moved) continue
        replayed.moved += 1
        const move = `${one.mailType}: ${moved.from ?? 'unknown'} → ${moved.to ?? 'refused'}`
        replayed.byMove[move] = (replayed.byMove[move] ?? 0) + 1
        if (replayed.first.length === mostShown) continue
        const { caseId, taskId, mailType, documentId, at } = one
        const document = documentId === null ? {} : { documentId }
        replayed.first.push({ caseId, taskId, mailType, ...document, at: at.toISOString(), ...moved })
      }
    }
    return replayed
  }
}
