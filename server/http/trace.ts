import type { Accessed } from '@portico/contract/access-log'
import type { FastifyRequest } from 'fastify'
import type { NewAccess } from '../app/custody/access-log.ts'
import type { Caller } from './authentication.ts'

/** The entry that a request leaves in the access log. */
export function accessOf(
  { caller, now, request }: { caller: Caller; now: Date; request: FastifyRequest },
  caseId: string,
  kind: NewAccess['kind'],
  what: Accessed,
): NewAccess {
  return {
    at: now.toISOString(),
    member: { id: caller.id, name: caller.username },
    caseId,
    kind,
    what,
    requestId: request.id,
  }
}
