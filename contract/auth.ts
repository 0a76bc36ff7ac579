import { done, fromThisOrigin, json, type Row } from './route.ts'
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

export const BrowserSession = Type.Object({
  token: Type.String({ description: 'A JWT; keep it in memory, and send it as `Authorization: Bearer …`' }),
  expiresIn: Type.Integer({ description: 'Lifetime of the token in seconds', examples: [3600] }),
})
export type BrowserSession = Static<typeof BrowserSession>

export const Refresh = Type.Object({ refreshToken: Type.String({ maxLength: 4000 }) }, strict)

export const AcceptInvitation = Type.Object(
  {
    token: Type.String({ maxLength: 200 }),
    password: Type.String({ maxLength: 1000 }),
  },
  strict,
)

export const NewPassword = Type.Object(
  {
    currentPassword: Type.String({ maxLength: 1000, examples: ['correct horse battery staple'] }),
    password: Type.String({ maxLength: 1000, examples: ['nine quiet owls above the docket'] }),
  },
  strict,
)

export const SandboxPerson = Type.Object({
  id: Type.String({ examples: ['mem_01kbr2n4d0e8t6v1w3x5z7a9c2'] }),
  username: Type.String(),
  displayName: Type.String(),
  roles: Type.Array(Type.String(), { description: 'Their roles, in the words of the profile' }),
  teams: Type.Array(Type.String(), { description: 'Their teams, in the words of the profile' }),
})
export const SandboxPeople = Type.Object({ people: Type.Array(SandboxPerson) })
const code = Type.String({
  maxLength: 100,
  description: 'The code of the address that the start of the service prints, behind `#code=`',
  examples: ['the-code-that-the-start-printed'],
})
export const SandboxSignIn = Type.Object(
  { memberId: Type.String({ maxLength: 100, examples: ['mem_01kbr2n4d0e8t6v1w3x5z7a9c2'] }), code },
  strict,
)

export const Accepted = Type.Object({ username: Type.String() })

const Jwks = Type.Object({ keys: Type.Array(Type.Object({}, { additionalProperties: true })) })

const OpenIdConfiguration = Type.Object({}, { additionalProperties: true })

export const tag = 'Sign-in'

const onThisMachine =
  'Only in a sandbox that listens on this machine alone, for requests from this machine to `localhost`, `127.0.0.1` or `[::1]` that no proxy has passed on, with the code that the start of the service prints.'

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
  startBrowserSession: {
    method: 'POST',
    path: '/auth/session',
    audience: 'party',
    summary: 'Sign in a browser: its refresh token is kept in a cookie that no script can read',
    description: `For pages of this origin only. ${fromThisOrigin}`,
    public: true,
    isForOwnPages: true,
    body: Credentials,
    answers: { 200: json('Signed in', BrowserSession) },
    errors: [400, 401, 403, 404, 429],
  },
  refreshBrowserSession: {
    method: 'POST',
    path: '/auth/session/refresh',
    audience: 'party',
    summary: 'Get a new token by the cookie of a browser',
    description: `The cookie changes with every call; one that was used before ends the session, unless the answer may have been lost seconds ago. ${fromThisOrigin}`,
    public: true,
    isForOwnPages: true,
    answers: { 200: json('A new token', BrowserSession), 204: { description: 'The browser has no session' } },
    errors: [401, 403, 404, 429],
  },
  endBrowserSession: {
    method: 'DELETE',
    path: '/auth/session',
    audience: 'party',
    summary: 'Sign out a browser: its tokens stop working at once, and its cookie is removed',
    description: fromThisOrigin,
    public: true,
    isForOwnPages: true,
    answers: { 204: done },
    errors: [403, 429],
  },
  changePassword: {
    method: 'PUT',
    path: '/me/password',
    audience: 'party',
    needs: 'token',
    summary: 'Change your password; all your other sessions end',
    body: NewPassword,
    answers: { 204: done },
    errors: [400, 401, 404, 409, 429],
  },
  listSandboxPeople: {
    method: 'GET',
    path: '/sandbox/people',
    audience: 'party',
    summary: 'List the invented people of a sandbox, as whom you can sign in without a password',
    description: `${onThisMachine} With an empty code it only says whether one is needed: nobody is listed then. Everywhere else there is nothing at this path.`,
    public: true,
    query: Type.Object({ code }),
    answers: {
      200: json('The people; none, where the code is empty', SandboxPeople),
      204: { description: 'The code is empty, and nobody is offered here' },
    },
    errors: [400, 403, 404],
  },
  signInSandboxPerson: {
    method: 'POST',
    path: '/sandbox/sign-in',
    audience: 'party',
    summary: 'Sign in a browser as one of the invented people of a sandbox',
    description: `${onThisMachine} ${fromThisOrigin}`,
    public: true,
    isForOwnPages: true,
    body: SandboxSignIn,
    answers: { 200: json('Signed in', BrowserSession) },
    errors: [400, 403, 404],
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
