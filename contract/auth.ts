import { done, json, type Row } from './route.ts'
import { strict } from './text.ts'
import Type, { type Static } from './type.ts'

export const Credentials = Type.Object(
  {
    username: Type.String({ maxLength: 200 }),
    password: Type.String({ maxLength: 1000 }),
  },
  strict,
)

export const Tokens = Type.Object({
  token: Type.String({ description: 'A JWT; send it as `Authorization: Bearer …`' }),
  refreshToken: Type.String({ description: 'Can be used once' }),
  expiresIn: Type.Integer({ description: 'Lifetime of the token in seconds', examples: [3600] }),
})
export type Tokens = Static<typeof Tokens>

export const Refresh = Type.Object({ refreshToken: Type.String({ maxLength: 4000 }) }, strict)

export const AcceptInvitation = Type.Object(
  {
    token: Type.String({ maxLength: 200 }),
    password: Type.String({ maxLength: 1000 }),
  },
  strict,
)

export const Accepted = Type.Object({ username: Type.String() })

const Jwks = Type.Object({ keys: Type.Array(Type.Object({}, { additionalProperties: true })) })

const OpenIdConfiguration = Type.Object({}, { additionalProperties: true })

export const tag = 'Sign-in'

export const routes = {
  signIn: {
    method: 'POST',
    path: '/auth/token',
    audience: 'party',
    summary: 'Get a token with a username and password',
    public: true,
    body: Credentials,
    answers: { 200: json('Signed in', Tokens) },
    errors: [400, 401, 404, 429],
  },
  refresh: {
    method: 'POST',
    path: '/auth/refresh',
    audience: 'party',
    summary: 'Refresh a token',
    description: 'A refresh token can be used once. Reusing one ends every session derived from it.',
    public: true,
    body: Refresh,
    answers: { 200: json('New tokens', Tokens) },
    errors: [400, 401, 404, 429],
  },
  signOut: {
    method: 'POST',
    path: '/auth/sign-out',
    audience: 'party',
    needs: 'token',
    summary: 'Sign out: the token and its refresh tokens stop working at once',
    answers: { 204: done },
    errors: [401],
  },
  acceptInvitation: {
    method: 'POST',
    path: '/auth/invitation',
    audience: 'party',
    summary: 'Accept an invitation and set a password',
    public: true,
    body: AcceptInvitation,
    answers: { 201: json('The account is ready to use', Accepted) },
    errors: [400, 404, 429],
  },
  jwks: {
    method: 'GET',
    path: '/.well-known/jwks.json',
    audience: 'party',
    summary: 'Get the public keys that verify tokens',
    public: true,
    answers: { 200: json('A JSON Web Key Set', Jwks) },
    errors: [404],
  },
  openIdConfiguration: {
    method: 'GET',
    path: '/.well-known/openid-configuration',
    audience: 'party',
    summary: 'Get the OpenID Connect discovery document',
    public: true,
    answers: { 200: json('Discovery', OpenIdConfiguration) },
    errors: [404],
  },
} as const satisfies Record<string, Row>
