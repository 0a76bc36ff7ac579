import { Refusal } from '../core/kernel/decider.ts'
import { secondsBetween } from '../core/time/moments.ts'
import type { Database, Queryable } from '../store/db.ts'
import { fold } from './members.ts'
import { network } from './network.ts'
import type { Secret } from './secret.ts'

type Limit = { free: number; longestSeconds: number }

const limits = {
  pair: { free: 10, longestSeconds: 900 },
  address: { free: 50, longestSeconds: 60 },
  account: { free: 50, longestSeconds: 300 },
} as const satisfies Record<string, Limit>

export type Attempt = {
  /** Set while the account is being guessed at from many places; see `openGuessing`. */
  held: Refusal | undefined
  /** This account has signed in from this address before. */
  fromKnownAddress: boolean
  succeeded(): Promise<void>
  /** Nothing was learned about the password. */
  abandoned(): Promise<void>
}

/**
 * Limits on guessing, shared by all processes. Every attempt is counted before its password is looked at, and one
 * that succeeds is taken back, so that many at once gain nothing. After some free ones each failure doubles the wait.
 *
 * - an account from one address, and an address whatever the account: refused before any work;
 * - an account from anywhere: the password is checked all the same and only the right one from an address the
 *   account has signed in from before passes. So nobody can lock a person out from where they usually are, and
 *   neither the answer nor its time tells whether the account exists.
 */
export function openGuessing({ db, clock, secret }: { db: Database; clock: () => Date; secret: Secret }) {
  return {
    async begin({ username, address }: { username: string; address: string }): Promise<Attempt> {
      const now = clock()
      const place = network(address)
      const account = fold(username)
      const keyOf = (kind: keyof typeof limits, ...parts: string[]) =>
        secret.mac(JSON.stringify([kind, ...parts]))
      const pair = keyOf('pair', account, place)
      const anyone = keyOf('address', place)
      const anywhere = keyOf('account', account)

      // Always in this order, so that two attempts never wait for each other.
      const { held, known } = await db.transaction(async (tx) => {
        const counted = await count(tx, pair, limits.pair, now)
        if (!counted) throw await tooMany(tx, pair, now)
        if (!(await count(tx, anyone, limits.address, now))) throw await tooMany(tx, anyone, now)
        const open = await count(tx, anywhere, limits.account, now)
        return {
          held: open ? undefined : await tooMany(tx, anywhere, now),
          known: counted.succeeded_at !== null,
        }
      })

      // One row a statement: several at once would be locked in an order of their own.
      const takeBack = async (keys: Buffer[]) => {
        for (const key of held ? keys : [...keys, anywhere]) {
          await db.rows(
            `update sign_in_guesses set held_until = '-infinity', failures = greatest(failures - 1, 0) where key = $1`,
            [key],
          )
        }
      }
      return {
        held,
        fromKnownAddress: known,
        async succeeded() {
          await db.rows(
            `update sign_in_guesses set held_until = '-infinity', failures = 0, succeeded_at = $2 where key = $1`,
            [pair, now],
          )
          // Not forgotten: signing in to one's own account must not buy guesses at others.
          await takeBack([anyone])
        },
        abandoned: () => takeBack([pair, anyone]),
      }
    },

    async purge(): Promise<void> {
      await db.rows(
        `delete from sign_in_guesses where last_at < $1::timestamptz - interval '1 day'
         and (succeeded_at is null or succeeded_at < $1::timestamptz - interval '90 days')`,
        [clock()],
      )
    },
  }
}

export type Guessing = ReturnType<typeof openGuessing>

/**
 * Nothing when the key is held at this moment. A day without failures forgets the ones before. What is free holds
 * nothing, not even until now: an attempt that began a moment earlier may be counted after this one.
 */
async function count(tx: Queryable, key: Buffer, limit: Limit, now: Date) {
  const [row] = await tx.rows<{ succeeded_at: Date | null }>(
    `insert into sign_in_guesses as g (key, failures, last_at, held_until) values ($1, 1, $2, '-infinity')
     on conflict (key) do update set
       last_at = $2,
       failures = case when g.last_at < $2 - interval '1 day' then 1 else g.failures + 1 end,
       held_until = case
         when g.last_at < $2 - interval '1 day' or g.failures + 1 < $3 then '-infinity'
         else $2 + least($4, power(2, least(g.failures + 1 - $3, 20))) * interval '1 second'
       end
     where g.held_until <= $2
     returning succeeded_at`,
    [key, now, limit.free, limit.longestSeconds],
  )
  return row
}

async function tooMany(tx: Queryable, key: Buffer, now: Date): Promise<Refusal> {
  const [row] = await tx.rows<{ held_until: Date }>(`select held_until from sign_in_guesses where key = $1`, [
    key,
  ])
  const seconds = Math.max(1, row ? Math.ceil(secondsBetween(now, row.held_until)) : 0)
  return new Refusal('tooMany', 'Too many sign-in attempts: wait, and try again.', seconds)
}
