import { randomBytes } from 'node:crypto'
import type { Profile } from '@portico/contract/profile'
import type { Session, SessionKind, Slot } from '@portico/contract/sessions'
import { Refusal } from '../../core/kernel/decider.ts'
import { newId } from '../../core/kernel/ids.ts'
import { type SessionOutcome, session } from '../../core/session/session.ts'
import { listSessions } from '../../projections/sessions.ts'
import type { Database, Queryable } from '../../store/db.ts'
import type { Execute, Request } from '../engine/execute.ts'
import { resolveAssignee } from './tasks.ts'

export type Sessions = ReturnType<typeof openSessions>

export function openSessions({ db, execute }: { db: Database; execute: Execute }) {
  const one = async (caseId: string, sessionId: string): Promise<Session> => {
    const found = (await listSessions(db, caseId)).find(({ id }) => id === sessionId)
    if (!found) throw new Refusal('notFound', 'There is no such session in this case.')
    return found
  }

  return {
    list: (caseId: string) => listSessions(db, caseId),

    async request(request: Request, caseId: string, given: { kind: SessionKind; why?: string }) {
      const newSessionId = newId('session', request.at, randomBytes(10))
      const command = { type: 'requestSession' as const, caseId, sessionId: newSessionId, ...given }
      const sessionId = await execute(session, request, command, () => newSessionId)
      return one(caseId, sessionId)
    },

    async place(
      request: Request,
      caseId: string,
      sessionId: string,
      given: { kind?: SessionKind; slot: Slot },
    ) {
      await execute(session, request, { type: 'placeSession', caseId, sessionId, ...given }, () => null)
      return one(caseId, sessionId)
    },

    async end(
      request: Request,
      caseId: string,
      sessionId: string,
      { heldBy, ...given }: { outcome: SessionOutcome; why?: string; heldBy?: string },
    ) {
      const underLock = async (tx: Queryable, profile: Profile) => {
        const person =
          heldBy === undefined ? undefined : await resolveAssignee(tx, { person: heldBy }, profile)
        const named = person && { heldBy: { id: person.id, name: person.name } }
        return { type: 'endSession' as const, caseId, sessionId, ...given, ...named }
      }
      await execute(session, request, { caseId, underLock }, () => null)
      return one(caseId, sessionId)
    },
  }
}
