import { type Call, Refusal } from '../../core/kernel/decider.ts'
import type { Queryable } from '../../store/db.ts'

/** The same key with the same request replays the first answer; the fingerprint tells whether it is the same. */
export type Idempotency = { key: string; fingerprint: Buffer }

/** The stored answer for the key; refuses if it was for another request. */
export async function earlierAnswer(tx: Queryable, actor: string, { key, fingerprint }: Idempotency) {
  const [row] = await tx.rows<{ fingerprint: Buffer; answer: unknown }>(
    `select fingerprint, answer from answers where actor = $1 and key = $2`,
    [actor, key],
  )
  if (row && !row.fingerprint.equals(fingerprint)) {
    throw new Refusal('conflict', 'This idempotency key was used before, for another request.')
  }
  return row
}

/** An answer to replay, and the request it belongs to. */
export type KeptAnswer = {
  caseId?: string
  request: Pick<Call, 'actor' | 'at'>
  idempotency: Idempotency
  answer: unknown
}

export async function keepAnswer(tx: Queryable, { caseId, request, idempotency, answer }: KeptAnswer) {
  const { actor, at } = request
  const { key, fingerprint } = idempotency
  await tx.rows(
    `insert into answers (actor, key, fingerprint, answer, at, case_id) values ($1, $2, $3, $4, $5, $6)`,
    [actor.id, key, fingerprint, JSON.stringify(answer ?? null), at, caseId ?? null],
  )
}
