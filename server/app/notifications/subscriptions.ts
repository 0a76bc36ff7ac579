import type { Subscriptions } from '@portico/contract/alerts'
import type { Profile } from '@portico/contract/profile'
import { type Channel, type Notification, partyRecipients } from '@portico/contract/profile/notifications'
import { Refusal } from '../../core/kernel/decider.ts'
import { refuseUnknownWord } from '../../core/kernel/known-words.ts'
import { refuseUnknownTimeZone } from '../../core/time/zone-names.ts'
import type { Database, Queryable } from '../../store/db.ts'

/** By which channels members can be told, and the key that their browsers subscribe with. */
export type Reachable = { channels: Channel[]; pushKey: string | undefined }

/** Whoever has no tasks, such as a representative, is told only of what is for those who represent a party. */
export type Subscriber = { id: string; hasTasks: boolean }

type Kept = { version: number; subscriptions: Subscriptions }

export type MemberSubscriptions = ReturnType<typeof openSubscriptions>

/** How members want to be told: theirs alone to read and to set. */
export function openSubscriptions({
  db,
  clock,
  profileFor,
  reachable,
}: {
  db: Database
  clock: () => Date
  profileFor: (tx: Queryable) => Promise<Profile>
  reachable: Reachable
}) {
  const { channels, pushKey } = reachable

  const kept = async (memberId: string): Promise<Kept> => {
    const [row] = await db.rows<Kept>(
      `select version, subscriptions from member_subscriptions where member_id = $1`,
      [memberId],
    )
    return row ?? { version: 0, subscriptions: {} }
  }

  const detail = async ({ version, subscriptions }: Kept, { hasTasks }: Subscriber) => {
    const { notifications } = await profileFor(db)
    const choices = notifications
      .map(({ name: notification, label, suppressWhen, ...one }) => ({
        notification,
        label,
        channels: hasTasks ? channelsToStaff(one) : channelsToRepresentatives(one),
        mayOptOut: suppressWhen.includes('optedOut'),
      }))
      .filter((choice) => choice.channels.length > 0)
    if (!hasTasks) return { version, subscriptions, choices, channels: inWorkspace(channels) }
    return { version, subscriptions, choices, channels, ...(pushKey === undefined ? {} : { pushKey }) }
  }

  return {
    get: async (member: Subscriber) => detail(await kept(member.id), member),

    /** Of two that begin with the same version the second is refused: it would undo the first. */
    async set(member: Subscriber, subscriptions: Subscriptions, expectedVersion?: number) {
      refuseFaults(subscriptions, await profileFor(db))
      const [row] = await db.rows<{ version: number }>(
        `insert into member_subscriptions as m (member_id, subscriptions, updated_at, version)
         select $1::text, $2::jsonb, $3::timestamptz, 1 where coalesce($4::int, 0) = 0 or exists (select from member_subscriptions where member_id = $1)
         on conflict (member_id) do update set
           subscriptions = excluded.subscriptions, updated_at = excluded.updated_at, version = m.version + 1
         where $4::int is null or m.version = $4
         returning version`,
        [member.id, JSON.stringify(subscriptions), clock(), expectedVersion ?? null],
      )
      if (row) return detail({ ...row, subscriptions }, member)
      const { version } = await kept(member.id)
      throw new Refusal(
        'conflict',
        `Your settings are at version ${version}, not ${expectedVersion}: read them again.`,
      )
    },
  }
}

type ForWhom = Pick<Notification, 'recipients' | 'channels'>

const inWorkspace = (channels: readonly Channel[]) => channels.filter((channel) => channel === 'inApp')

function channelsToStaff({ recipients, channels }: ForWhom): Channel[] {
  const isForStaff = recipients.some((recipient) => !partyRecipients.includes(recipient))
  return isForStaff ? channels : channelsToRepresentatives({ recipients, channels })
}

/** Who represents a party is told as a member in the workspace alone: by other channels the party itself is. */
function channelsToRepresentatives({ recipients, channels }: ForWhom): Channel[] {
  const isForThem = recipients.includes('representative') || recipients.includes('participants')
  return isForThem ? inWorkspace(channels) : []
}

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
