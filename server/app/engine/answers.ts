import { type Call, Refusal } from '../../core/kernel/decider.ts'
import type { Queryable } from '../../store/db.ts'

/** The same key with the same request replays the first answer; the fingerprint tells whether it is the same. */
export type Idempotency = {
  key: string
  fingerprint: Buffer
  /** What the caller may read, as a hash: an answer that was made for other rights is not given again. */
  rights?: Buffer
  /** Refuses to repeat an answer about a case that the caller may no longer see. Asked outside any transaction. */
  refuseRepeat?: (caseId: string) => Promise<void>
}

/** The stored answer for the key; refuses if it was for another request, or for other rights. */
export async function earlierAnswer(tx: Queryable, actor: string, { key, fingerprint, rights }: Idempotency) {
  const [row] = await tx.rows<{
    fingerprint: Buffer
    answer: unknown
    rights: Buffer | null
    caseId: string | null
  }>(`select fingerprint, answer, rights, case_id as "caseId" from answers where actor = $1 and key = $2`, [
    actor,
    key,
  ])
  if (row && !row.fingerprint.equals(fingerprint)) {
    throw new Refusal('conflict', 'This idempotency key was used before, for another request.')
  }
  if (row?.rights && rights && !row.rights.equals(rights)) {
    throw new Refusal(
      'conflict',
      'This request was carried out before, and your rights have changed since: read what came of it.',
    )
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
  const { key, fingerprint, rights = null } = idempotency
  await tx.rows(
    `insert into answers (actor, key, fingerprint, answer, at, case_id, rights) values ($1, $2, $3, $4, $5, $6, $7)`,
    [actor.id, key, fingerprint, JSON.stringify(answer ?? null), at, caseId ?? null, rights],
  )
}
