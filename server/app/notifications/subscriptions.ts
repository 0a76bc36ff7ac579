import type { Subscriptions } from '@portico/contract/alerts'
import type { Profile } from '@portico/contract/profile'
import { Refusal } from '../../core/kernel/decider.ts'
import { refuseUnknownWord } from '../../core/kernel/known-words.ts'
import { refuseUnknownTimeZone } from '../../core/time/zone-names.ts'
import type { Database, Queryable } from '../../store/db.ts'

/** How members want to be told: theirs alone to read and to set. */
export function openSubscriptions({
  db,
  clock,
  profileFor,
}: {
  db: Database
  clock: () => Date
  profileFor: (tx: Queryable) => Promise<Profile>
}) {
  const detail = async (subscriptions: Subscriptions) => {
    const { notifications } = await profileFor(db)
    const choices = notifications
      .filter(({ recipients }) => recipients.some((recipient) => !ofParties.includes(recipient)))
      .map(({ name: notification, label, channels, suppressWhen }) => ({
        notification,
        label,
        channels,
        mayOptOut: suppressWhen.includes('optedOut'),
      }))
    return { subscriptions, choices }
  }

  return {
    get: async (memberId: string) => detail((await subscriptionsOf(db, [memberId])).get(memberId) ?? {}),

    async set(memberId: string, subscriptions: Subscriptions) {
      refuseFaults(subscriptions, await profileFor(db))
      await db.rows(
        `insert into member_subscriptions (member_id, subscriptions, updated_at) values ($1, $2, $3)
         on conflict (member_id) do update set subscriptions = excluded.subscriptions, updated_at = excluded.updated_at`,
        [memberId, JSON.stringify(subscriptions), clock()],
      )
      return detail(subscriptions)
    },
  }
}

const ofParties = ['claimant', 'participants', 'addressee']

function refuseFaults({ timeZone, optOuts = [], digest }: Subscriptions, { notifications }: Profile) {
  if (timeZone !== undefined) refuseUnknownTimeZone(timeZone)
  const known = notifications.map(({ name }) => name)
  for (const name of [...optOuts.map(({ notification }) => notification), ...(digest?.notifications ?? [])])
    refuseUnknownWord('notification', name, known)
  for (const { name, suppressWhen } of notifications)
    if (!suppressWhen.includes('optedOut') && optOuts.some(({ notification }) => notification === name))
      throw new Refusal(
        'invalid',
        `Nobody can opt out of ${name}: the profile sends it to everyone it concerns.`,
      )
}

export async function subscriptionsOf(
  db: Queryable,
  memberIds: readonly string[],
): Promise<Map<string, Subscriptions>> {
  if (memberIds.length === 0) return new Map()
  const rows = await db.rows<{ id: string; subscriptions: Subscriptions }>(
    `select member_id as id, subscriptions from member_subscriptions where member_id = any($1)`,
    [memberIds],
  )
  return new Map(rows.map(({ id, subscriptions }) => [id, subscriptions]))
}
