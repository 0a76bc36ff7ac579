import { brokenConstraint, type Database, type Queryable } from '../../store/db.ts'
import { earlierAnswer, keepAnswer } from './answers.ts'
import type { Request } from './execute.ts'

/** An answer without any case is forgotten when one is purged. */
const aboutNoCase = ''

/** For a write that is about no case, or about many: the same key with the same request gets the first answer. */
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
    // The same key came in twice at the same moment; by now its answer can be read.
    if (brokenConstraint(error) === 'answers_pkey') return attempt()
    throw error
  })
}
