import type { ReceivedFile } from '../../../app/intake/received-file.ts'
import { Refusal } from '../../../core/kernel/decider.ts'
import type { Database } from '../../../store/db.ts'
import type { Tending } from '../bindings/serve-port.ts'

/**
 * The bytes of a fact that names an upload, and whose upload it is: the binding's own, or one of the account that its
 * configuration names. Nobody else's is used.
 */
export async function uploadedFile(
  uploadId: string,
  { binding: { actor, settings }, parts }: Pick<Tending<'intake'>, 'binding' | 'parts'>,
): Promise<{ file: ReceivedFile; owner: string }> {
  const { account } = settings as { account?: string }
  const member = account === undefined ? undefined : await integrationOf(parts.db, account)
  for (const owner of [actor.id, ...(member === undefined ? [] : [member])]) {
    const file = await parts.portico.intake.fromUpload(uploadId, owner).catch(orNone)
    if (file) return { file, owner }
  }
  throw new Refusal('notFound', 'There is no such upload.')
}

/** A person's uploads are not for a binding, whatever its configuration says. */
async function integrationOf(db: Database, username: string): Promise<string | undefined> {
  const [row] = await db.rows<{ id: string }>(
    `select id from members where username_folded = lower($1) and kind = 'integration' and deactivated_at is null`,
    [username],
  )
  return row?.id
}

function orNone(error: unknown): undefined {
  if (error instanceof Refusal && error.code === 'notFound') return undefined
  throw error
}
