import { browserSessionHeader } from '@portico/contract/route'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SignedIn } from '../auth/sessions.ts'
import { HttpRefusal } from './errors.ts'

export type BrowserSessionOptions = { publicUrl?: string | undefined }

/**
 * The cookie that holds the refresh token of a browser, and the proof that a page of this origin asks. The cookie alone
 * is not enough: `SameSite` lets in every page of the same site, another port or a neighbouring name included.
 */
export function browserSession({ publicUrl }: BrowserSessionOptions) {
  const prefix = publicUrl ? new URL(publicUrl).pathname.replace(/\/$/, '') : ''
  const isSecure = ({ protocol }: FastifyRequest) =>
    protocol === 'https' || publicUrl?.startsWith('https:') === true
  const originOf = openOrigin({ publicUrl })

  function set(request: FastifyRequest, reply: FastifyReply, value: string, ...more: string[]) {
    const parts = [
      `${nameOf(request)}=${value}`,
      `Path=${prefix}/auth/session`,
      'HttpOnly',
      'SameSite=Strict',
    ]
    reply.header('set-cookie', [...parts, ...(isSecure(request) ? ['Secure'] : []), ...more].join('; '))
  }

  return {
    /** Browsers say where a request comes from, and no page can change what they say. */
    refuseOtherOrigins(request: FastifyRequest) {
      const { [browserSessionHeader]: header, 'sec-fetch-site': site, origin } = request.headers
      const isOurs = site === undefined ? origin === originOf(request) : site === 'same-origin'
      if (header === 'cookie' && isOurs) return
      throw new HttpRefusal(
        403,
        `Only a page of this service may use the session cookie, with the header ${browserSessionHeader}: cookie.`,
      )
    },

    read(request: FastifyRequest): string | undefined {
      const found = (request.headers.cookie ?? '')
        .split(/; */)
        .map((pair) => pair.split(/=(.*)/s, 2))
        .find(([name]) => name === nameOf(request))?.[1]
      return found && /^[\x21-\x7e]{1,3800}$/.test(found) ? decoded(found) : undefined
    },

    /** What a page is told of its sign-in; the rest is in the cookie. */
    begin(request: FastifyRequest, reply: FastifyReply, { token, refreshToken, expiresIn }: SignedIn) {
      set(request, reply, encodeURIComponent(refreshToken))
      return { token, expiresIn }
    },

    clear: (request: FastifyRequest, reply: FastifyReply) => set(request, reply, '', 'Max-Age=0'),
  }
}

/** Where the pages of this service are, as a browser names it. */
export function openOrigin({ publicUrl }: BrowserSessionOptions) {
  const known = publicUrl && new URL(publicUrl).origin
  return ({ protocol, host }: FastifyRequest): string => known ?? `${protocol}://${host}`
}

/** Cookies know no ports: two services on one machine would overwrite each other's. */
function nameOf({ host }: FastifyRequest): string {
  const [, port] = /:(\d+)$/.exec(host) ?? []
  return port ? `portico_session_${port}` : 'portico_session'
}

function decoded(value: string): string | undefined {
  try {
    return decodeURIComponent(value)
  } catch {
    return undefined
  }
}
