import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Request as CoreRequest } from '../app/engine/execute.ts'
import { canonicalJson } from '../core/kernel/chain.ts'
import { Refusal } from '../core/kernel/decider.ts'
import type { Caller } from './authentication.ts'
import { HttpRefusal } from './errors.ts'

/** What `execute` wants to know of a request: who, when, and what the caller knows of the case. */
export function callOf(
  request: FastifyRequest,
  at: Date,
  body: unknown,
  maySee: (caseId: string) => Promise<boolean>,
): CoreRequest {
  const caller = request.caller as Caller
  const key = request.headers['idempotency-key']
  const expectedVersion = versionOf(request.headers['if-match'])
  return {
    at,
    actor: { id: caller.id, name: caller.username, kind: caller.kind },
    correlationId: request.id,
    caller: { roles: caller.roles, teams: caller.teams, isParty: caller.audience === 'party' },
    ...(expectedVersion === undefined ? {} : { expectedVersion }),
    ...(key === undefined
      ? {}
      : {
          idempotency: {
            key: idempotencyKey(key),
            fingerprint: fingerprint(request, body),
            rights: rightsOf(caller),
            async refuseRepeat(caseId) {
              if (await maySee(caseId)) return
              throw new Refusal('notFound', 'What came of this request is not there any more.')
            },
          },
        }),
  }
}

function rightsOf({ roles, teams, audience, curates, upTo }: Caller): Buffer {
  const rights = [roles.toSorted(), teams.toSorted(), audience, curates, upTo ?? null]
  return createHash('sha256').update(canonicalJson(rights)).digest()
}

function idempotencyKey(key: string | string[]): string {
  if (typeof key === 'string' && key.length >= 1 && key.length <= 200) return key
  throw new HttpRefusal(400, 'Idempotency-Key must have 1 to 200 characters.')
}

function fingerprint(request: FastifyRequest, body: unknown): Buffer {
  const asked = [request.method, request.url, request.headers['if-match'] ?? null, body ?? null]
  return createHash('sha256').update(canonicalJson(asked)).digest()
}

function versionOf(ifMatch: string | undefined): number | undefined {
  if (ifMatch === undefined || ifMatch === '*') return undefined
  const version = /^"(\d{1,9})(?:-[^"]*)?"$/.exec(ifMatch)?.[1]
  if (version === undefined)
    throw new HttpRefusal(400, 'If-Match must be the version of the case in quotes, like "12".')
  return Number(version)
}
