import type { Reading } from '@portico/contract/audience'
import { apiVersion } from '@portico/contract/table'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SeenCase } from '../app/file/case-access.ts'
import type { Caller as SignedIn } from '../auth/can.ts'
import { network } from '../auth/network.ts'
import { Refusal } from '../core/kernel/decider.ts'
import { HttpRefusal } from './errors.ts'

export type Caller = SignedIn & {
  /** How they read what they asked for: the case, once they are allowed to it; before that, all that their roles see. */
  audience: Reading
  /** Whether they keep the file in order, and so see what is held or removed. */
  curates: boolean
  /** Documents of the case that are for others who see it, and not for them. */
  concealed: readonly string[]
  /** They see cases of no party up to this sensitivity. */
  upTo: number | undefined
  /** The case that they ask about, as it was when they were let in. */
  seen?: SeenCase | undefined
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined
  }
  interface FastifyInstance {
    clock: () => Date
    /** Counts a request that had to show who it is from, and did not. */
    countAnonymous: (request: FastifyRequest) => Promise<void>
  }
}

export type RateLimits = {
  /** Requests a minute from one address without a valid token. */
  anonymousPerMinute: number
  /** Requests a minute by one caller; none by default. */
  callerPerMinute?: number
}

/** Before anything is read: who asks, whether too often, and which version of the API they mean. */
export function authenticateRequests(
  app: FastifyInstance,
  options: {
    authenticate: (token: string | undefined, caseId?: string) => Promise<Caller>
    limits: RateLimits
  },
) {
  const { authenticate, limits } = options
  const anonymous = limiter(app, limits.anonymousPerMinute, (request) => network(request.ip))
  const callers = limits.callerPerMinute
    ? limiter(app, limits.callerPerMinute, (request) => request.caller?.id ?? request.ip)
    : undefined
  app.decorateRequest('caller', undefined)
  app.decorate('countAnonymous', anonymous)

  app.addHook('onRequest', async (request) => {
    const { isPublic, isUnlimited } = request.routeOptions.config
    if (typeof isPublic === 'function' ? isPublic(request) : isPublic) {
      if (!isUnlimited) await anonymous(request)
    } else {
      request.caller = await authenticated(request)
      await callers?.(request)
    }
    const wanted = request.headers['portico-version']
    if (wanted !== undefined && wanted !== apiVersion) {
      throw new HttpRefusal(
        406,
        `The API version ${String(wanted).slice(0, 40)} is unknown: this service has ${apiVersion}.`,
      )
    }
  })

  async function authenticated(request: FastifyRequest): Promise<Caller> {
    try {
      return await authenticate(bearerOf(request), caseIdOf(request))
    } catch (error) {
      if (error instanceof Refusal && error.code === 'unauthenticated') await anonymous(request)
      throw error
    }
  }
}

/** What it cannot be the id of is looked for later, and refused there. */
function caseIdOf({ params, routeOptions: { url = '' } }: FastifyRequest): string | undefined {
  const { id = '' } = params as { id?: string }
  return /^\/(?:appeals|cases)\/:id/.test(url) && /^\w{1,80}$/.test(id) ? id : undefined
}

export function bearerOf(request: FastifyRequest): string | undefined {
  return /^bearer +([^ ]+) *$/i.exec(request.headers.authorization ?? '')?.[1]
}

function limiter(app: FastifyInstance, max: number, keyGenerator: (request: FastifyRequest) => string) {
  const check = app.createRateLimit({ max, timeWindow: 60_000, keyGenerator })
  return async (request: FastifyRequest) => {
    const limit = await check(request)
    if (!limit.isAllowed && limit.isExceeded) {
      throw new Refusal('tooMany', 'Too many requests: wait before the next one.', limit.ttlInSeconds)
    }
  }
}
