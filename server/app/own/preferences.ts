import { mostPreferenceBytes } from '@portico/contract/own'
import { Refusal } from '../../core/kernel/decider.ts'
import type { Database } from '../../store/db.ts'

type Values = Record<string, unknown>

export type Preferences = ReturnType<typeof openPreferences>

export function openPreferences({ db, clock }: { db: Database; clock: () => Date }) {
  const get = async (memberId: string): Promise<Values> => {
    const [row] = await db.rows<{ preferences: Values }>(
      `select preferences from member_preferences where member_id = $1`,
      [memberId],
    )
    return row?.preferences ?? {}
  }

  return {
    get,

    async set(memberId: string, preferences: Values): Promise<Values> {
      const json = JSON.stringify(preferences)
      if (Buffer.byteLength(json) > mostPreferenceBytes) throw tooLarge()
      await db.rows(
        `insert into member_preferences (member_id, preferences, updated_at) values ($1, $2, $3)
         on conflict (member_id) do update set preferences = excluded.preferences, updated_at = excluded.updated_at`,
        [memberId, json, clock()],
      )
      return preferences
    },

    /** Of two changes at once neither is lost, unless they are of the same member. */
    async change(memberId: string, changes: Values): Promise<Values> {
      const removed = Object.keys(changes).filter((name) => changes[name] === null)
      const kept = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== null))
      const [row] = await db.rows<{ preferences: Values }>(
        `insert into member_preferences as p (member_id, preferences, updated_at) values ($1, $2, $4)
         on conflict (member_id) do update set
           preferences = (p.preferences - $3::text[]) || excluded.preferences, updated_at = excluded.updated_at
         where octet_length(((p.preferences - $3::text[]) || excluded.preferences)::text) <= $5
         returning preferences`,
        [memberId, JSON.stringify(kept), removed, clock(), mostPreferenceBytes],
      )
      if (!row) throw tooLarge()
      return row.preferences
    },

    /** Whoever left long ago does not come back to them. */
    async forgetLeft(): Promise<void> {
      const left = `select id from members where deactivated_at < $1::timestamptz - interval '30 days'`
      for (const table of [
        'member_preferences',
        'member_subscriptions',
        'document_places',
        'case_visits',
        'seen_pages',
      ])
        await db.rows(`delete from ${table} where member_id in (${left})`, [clock()])
      await db.rows(`delete from notices where recipient_kind = 'member' and recipient_id in (${left})`, [
        clock(),
      ])
    },
  }
}

function tooLarge(): Refusal {
  return new Refusal('invalid', `preferences must have at most ${mostPreferenceBytes / 1024} KB as JSON.`)
}
