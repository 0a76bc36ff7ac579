import { Refusal } from '../core/kernel/decider.ts'
import type { Database } from '../store/db.ts'
import type { Caller } from './can.ts'
import { openGate } from './gate.ts'
import type { Guessing } from './guessing.ts'
import { passwordMatches } from './passwords.ts'

export type ConfirmPassword = (
  caller: Pick<Caller, 'id' | 'username'>,
  given: { password: string; field: string; address: string },
) => Promise<{ passwordHash: string; email: string | null }>

/** That whoever is signed in knows the password, under the same limits as a sign-in. */
export function openConfirmPassword({ db, guessing }: { db: Database; guessing: Guessing }): ConfirmPassword {
  const gate = openGate({ width: 2, waiting: 200 })

  return ({ id, username }, { password, field, address }) =>
    gate(async () => {
      const attempt = await guessing.begin({ username, address })
      const [held] = await db.rows<{ passwordHash: string; email: string | null }>(
        `select c.password_hash as "passwordHash", m.email from credentials c join members m on m.id = c.member_id
         where c.member_id = $1`,
        [id],
      )
      const isRight = await passwordMatches(held?.passwordHash, password)
      if (attempt.held && !attempt.fromKnownAddress) throw attempt.held
      if (!isRight || !held) throw new Refusal('invalid', `${field} is wrong.`)
      await attempt.succeeded()
      return held
    })
}
