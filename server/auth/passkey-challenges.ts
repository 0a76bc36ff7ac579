import { msLater } from '../core/time/moments.ts'
import type { Database } from '../store/db.ts'
import { newOneTimeToken, tokenHash } from './one-time-token.ts'

export const challengeLifetimeMs = 5 * 60_000

/** In the database, so that any process may check the answer; each works once. */
export function openPasskeyChallenges({ db, clock }: { db: Database; clock: () => Date }) {
  return {
    /** For a session that adds a passkey; without one, to sign in. */
    async issue(sessionId?: string): Promise<string> {
      const { token, hash } = newOneTimeToken()
      const expiresAt = msLater(clock(), challengeLifetimeMs)
      await db.rows(
        `insert into passkey_challenges (challenge_hash, session_id, expires_at) values ($1, $2, $3)`,
        [hash, sessionId ?? null, expiresAt],
      )
      return token
    },

    /** Whether it was issued for this, has not expired and was not used: now it is. */
    async take(challenge: string, sessionId?: string): Promise<boolean> {
      const taken = await db.rows(
        `delete from passkey_challenges
         where challenge_hash = $1 and session_id is not distinct from $2 and expires_at > $3 returning 1`,
        [tokenHash(challenge), sessionId ?? null, clock()],
      )
      return taken.length > 0
    },

    async purge(): Promise<void> {
      await db.rows(`delete from passkey_challenges where expires_at < $1`, [clock()])
    },
  }
}

export type PasskeyChallenges = ReturnType<typeof openPasskeyChallenges>
