import type { Accessed } from '@portico/contract/access-log'
import type { MemberKind } from '@portico/contract/envelope'
import { type Route, type Traced, traceLeftBy } from '@portico/contract/route'
import type { FastifyRequest } from 'fastify'
import type { AccessLog, NewAccess } from '../app/custody/access-log.ts'
import type { Caller } from './authentication.ts'

/** What the request itself does not say: the case and whose access it is, where they are others, and what of it. */
export type Told = Pick<Accessed, 'format' | 'annotations'> & {
  caseId?: string
  member?: { id: string; name: string; kind: MemberKind }
  at?: Date
}

/** The entry that a request leaves in the access log, by the row of its route. */
export function traceOf(
  route: Route,
  request: FastifyRequest,
  now: Date,
  told: Told = {},
  file?: { isPartial: boolean },
): NewAccess {
  const trace: Partial<Record<NewAccess['kind'], Traced>> = traceLeftBy(route) ?? {}
  const { id, docId } = request.params as { id: string; docId: string }
  const { id: callerId, username, kind: callerKind } = (request.caller ?? {}) as Caller
  const { caseId = id, member = { id: callerId, name: username, kind: callerKind }, at = now, ...what } = told
  const kind = file ? 'download' : trace.view ? 'view' : trace.search ? 'search' : 'download'
  const of = trace[kind]
  if (!of) throw new Error(`The row of ${route.path} says nothing of this trace.`)
  return {
    at: at.toISOString(),
    member,
    caseId,
    kind,
    what: {
      of,
      ...(of === 'document' ? { documentId: docId } : {}),
      ...what,
      ...(file?.isPartial ? { isPartial: true } : {}),
    },
    requestId: request.id,
  }
}

/** A download is durable before anything leaves; what was shown is written within a second. */
export function leave(accessLog: AccessLog, trace: NewAccess): Promise<void> | void {
  return trace.kind === 'download' ? accessLog.record(trace) : accessLog.note(trace)
}
