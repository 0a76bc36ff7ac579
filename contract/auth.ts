import { done, fromThisOrigin, json, type Row } from './route.ts'
import { sample } from './sample.ts'
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
    sdk: {
      call: 'signIn',
      isByHand: true,
      about: 'Exchange a username and password for a token. The password is sent only here.',
      example: sample`
        import { signIn } from '@portico/sdk'

        const { idToken, refreshToken, expiresIn } = await signIn({ baseUrl, username, password })
        console.log(idToken.length, refreshToken.length, expiresIn)
      `,
    },
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
    sdk: {
      call: 'client.signOut',
      isByHand: true,
      about:
        'End the session: its token and refresh tokens stop working at once, and the client does not renew them.',
      example: sample`
        await client.signOut()
      `,
    },
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
    sdk: {
      call: 'client.signIn',
      isByHand: true,
      about:
        "Sign in, at first or as somebody else: for a page with `session: 'cookie'`, or a program that asks for a password. Instead of a password give what a browser made of `passkeys.signInOptions` as `passkey`, or on a page of a sandbox the `memberId` of one of its invented people, with its `code`.",
      example: sample`
        await client.signIn({ username, password })
      `,
    },
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
    sdk: {
      call: 'client.me.changePassword',
      takes: ['change'],
      about: 'Change your password. All your other sessions end.',
      example: sample`
        const change = { currentPassword: 'a long-lived secret', password: 'correct horse battery staple' }
        await client.me.changePassword(change)
      `,
    },
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
    sdk: {
      call: 'client.sandbox.people',
      isByHand: true,
      about:
        'The invented people of a sandbox on your own machine, as whom a page can sign in without a password: `client.signIn({ memberId, code })`. The code is in the address that the start of the service prints. Elsewhere this fails with `notFound`.',
      example: sample`
        const people = await client.sandbox.people({ code: process.env.SANDBOX_CODE ?? '' })
        for (const { displayName, roles } of people) console.log(displayName, roles)
      `,
    },
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
    sdk: {
      call: 'acceptInvitation',
      isByHand: true,
      about: 'Set the password of an invited account, once, with the token from the invitation link.',
      example: sample`
        import { acceptInvitation } from '@portico/sdk'

        const email = \`newcomer-\${Date.now()}@example.org\`
        const { link } = await client.invitations.invite({ email, roles: ['drafter'] })

        // What the person does who opens the link:
        const token = link.split('#').at(-1) ?? ''
        const account = await acceptInvitation({ baseUrl, token, password })
        console.log(\`\${account.username} can sign in now\`)
      `,
    },
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
