import type { Action } from '@portico/contract/actions'
import type { Actor } from '@portico/contract/envelope'
import type { RowType } from '@portico/contract/manifest'
import type { CaseFacts, Permissions } from '../../auth/can.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import type { Queryable } from '../../store/db.ts'

/** Whoever runs `portico import` on the machine of the service: all of it is theirs already. */
export const commandLine: Actor = { id: 'system_command_line', name: 'portico import', kind: 'system' }

/** What whoever began an import may do, as of now. */
export type Importer = {
  mayClaim(source: string): boolean
  maySee(facts: CaseFacts): boolean
  mayWrite(type: RowType, facts: CaseFacts): boolean
}

export type ImporterFor = (tx: Queryable, actor: Actor) => Promise<Importer>

/** What a row does to a case that was there before its import. */
const actionOf: Record<RowType, Action> = {
  case: 'openCases',
  party: 'keepParties',
  issue: 'editIssues',
  document: 'fileDocuments',
  tag: 'tag',
  annotation: 'annotate',
  event: 'importCases',
  task: 'workTasks',
  session: 'manageSessions',
}

export const mayAll: Importer = { mayClaim: () => true, maySee: () => true, mayWrite: () => true }

export function createImporterFor(permissions: Permissions): ImporterFor {
  return async (tx, actor) => {
    if (actor.id === commandLine.id) return mayAll
    const [member] = await tx.rows<{ id: string; roles: string[]; clearance: number }>(
      `select id, roles, clearance from members where id = $1 and deactivated_at is null`,
      [actor.id],
    )
    if (!member || !permissions.can(member, 'importCases'))
      throw new Refusal(
        'forbidden',
        `${actor.name}, who started this import, is no longer allowed to import.`,
      )
    return {
      mayClaim: (source) => permissions.mayActFor(member, source),
      maySee: (facts) => permissions.mayRead(member, facts),
      mayWrite: (type, facts) =>
        permissions.mayRead(member, facts) && permissions.can(member, actionOf[type], { case: facts }),
    }
  }
}
