import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
import Provider, { type Configuration, errors, type JWKS } from 'oidc-provider'

export type IssuerPerson = { password: string; email?: string; email_verified?: boolean }

export const client = { clientId: 'portico-client', clientSecret: 'the secret of the client & more' }
const resourceServer = (audience: string) => ({
  audience,
  scope: '',
  accessTokenFormat: 'jwt' as const,
  accessTokenTTL: 600,
  jwt: { sign: { alg: 'RS256' as const } },
})

/** A real OpenID Connect issuer on this machine, with the password grant that some real ones still have. */
export async function startOidcIssuer({
  audience,
  people,
}: {
  audience: string
  people: Record<string, IssuerPerson>
}) {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  let keysAsked = 0
  let stopped = false
  let handle = await newProvider()
  server.on('request', (request, response) => {
    if (stopped) return void response.writeHead(503).end()
    if (request.url === '/jwks') keysAsked++
    handle(request, response)
  })

  async function newProvider() {
    const provider = new Provider(issuer, configuration(people, await newKeys()))
    provider.registerGrantType<{ username: string; password: string }>(
      'password',
      async (ctx) => {
        const { username, password, scope = 'openid', resource = audience } = ctx.oidc.params
        if (people[username]?.password !== password) throw new errors.InvalidGrant('no')
        const account = { accountId: username, clientId: ctx.oidc.client.clientId }
        const grant = new provider.Grant(account)
        grant.addOIDCScope(scope)
        grant.addResourceScope(String(resource), '')
        const grantId = await grant.save()
        const shared = { accountId: username, client: ctx.oidc.client, grantId, gty: 'password', scope }
        const accessToken = new provider.AccessToken({ ...shared, expiresWithSession: false })
        accessToken.resourceServer = new provider.ResourceServer(
          String(resource),
          resourceServer(String(resource)),
        )
        const refreshToken = new provider.RefreshToken({
          ...shared,
          resource: String(resource),
          rotations: 0,
        })
        ctx.body = {
          access_token: await accessToken.save(),
          refresh_token: await refreshToken.save(),
          token_type: 'Bearer',
          expires_in: 600,
        }
      },
      ['username', 'password', 'scope', 'resource'],
    )
    return provider.callback()
  }

  return {
    issuer,
    async tokenOf(username: string, resource = audience): Promise<string> {
      const pair = [client.clientId, client.clientSecret].map(encodeURIComponent).join(':')
      const response = await fetch(`${issuer}/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` },
        body: new URLSearchParams({
          grant_type: 'password',
          username,
          password: people[username]?.password ?? '',
          resource,
        }),
      })
      const answer = (await response.json()) as { access_token: string }
      return answer.access_token
    },
    publicKeys: async () => (await (await fetch(`${issuer}/jwks`)).json()) as JWKS,
    keysAsked: () => keysAsked,
    async rotateKeys() {
      handle = await newProvider()
    },
    stop() {
      stopped = true
    },
    resume() {
      stopped = false
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function configuration(people: Record<string, IssuerPerson>, jwks: JWKS): Configuration {
  const claimsOf = (subject: string) => {
    const { email, email_verified } = people[subject] ?? {}
    return { email, email_verified }
  }
  return {
    jwks,
    cookies: { keys: ['only for the tests'] },
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        grant_types: ['password', 'refresh_token'],
        redirect_uris: [],
        response_types: [],
      },
    ],
    findAccount: (_, subject) =>
      people[subject] && { accountId: subject, claims: () => ({ sub: subject, ...claimsOf(subject) }) },
    extraTokenClaims: (_, token) => ('accountId' in token ? claimsOf(token.accountId) : undefined),
    ttl: { Grant: 3600, RefreshToken: 3600, AccessToken: 600, IdToken: 600 },
    rotateRefreshToken: true,
    features: {
      devInteractions: { enabled: false },
      resourceIndicators: {
        enabled: true,
        useGrantedResource: () => true,
        getResourceServerInfo: (_, resource) => resourceServer(resource),
      },
    },
  }
}

async function newKeys(): Promise<JWKS> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return { keys: [{ ...(await exportJWK(privateKey)), use: 'sig', alg: 'RS256' }] } as JWKS
}
