import { PortError } from '@portico/contract/ports/kit'
import type { ExternalIssuerSettings } from '../auth/external-issuer.ts'
import { type AskIssuer, IssuerUnavailable, isOnThisMachine } from '../auth/issuer-discovery.ts'
import type { Reach } from '../ports/delivery/outside/addresses.ts'
import { openOutbound } from '../ports/delivery/outside/outbound.ts'

/**
 * By the rule of addresses that holds for every binding: what an issuer names, such as the place of its keys, is another
 * system's word, and leads to no private address unless the deployment says so. One on this machine leads nowhere else.
 */
export function askIssuer(
  { issuer, mayReachPrivate }: Pick<ExternalIssuerSettings, 'issuer' | 'mayReachPrivate'>,
  env: Record<string, string | undefined>,
  lookup?: Parameters<typeof openOutbound>[0]['lookup'],
): AskIssuer {
  const reach: Reach = mayReachPrivate ? 'private' : isOnThisMachine(issuer) ? 'loopback' : 'public'
  const outbound = openOutbound({ reach, env, ...(lookup ? { lookup } : {}) })
  return async (url, init) => {
    try {
      return await outbound.fetch(url, init)
    } catch (error) {
      if (!(error instanceof PortError) || error.code !== 'refused') throw error
      throw new IssuerUnavailable(
        `the issuer ${issuer} leads to an address that is not public: set PORTICO_OIDC_PRIVATE_ADDRESSES=on if that is meant`,
        error,
      )
    }
  }
}
