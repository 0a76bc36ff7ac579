import { type Database, type Queryable, violatedConstraint } from '../../store/db.ts'
import { earlierAnswer, keepAnswer } from './answers.ts'
import type { Request } from './execute.ts'

/** Answers that name no case are forgotten whenever a case is purged. */
const aboutNoCase = ''

/** Idempotency for a write about no case or many: the same key with the same request gets the first answer. */
export async function answerOnce<Answer>(
  db: Database,
  request: Request,
  write: (tx: Queryable) => Promise<Answer>,
): Promise<Answer> {
  const { idempotency, actor } = request
  const attempt = () =>
    db.transaction(async (tx) => {
      const earlier = idempotency && (await earlierAnswer(tx, actor.id, idempotency))
      if (earlier) return earlier.answer as Answer
      const answer = await write(tx)
      if (idempotency) await keepAnswer(tx, { caseId: aboutNoCase, request, idempotency, answer })
      return answer
    })
  return attempt().catch((error) => {
    // Lost a race with the same key; its answer can be read by now.
    if (violatedConstraint(error) === 'answers_pkey') return attempt()
    throw error
  })
}
