import { BrowserSession, Tokens } from './auth.ts'
import { done, fromThisOrigin, json, type Row } from './route.ts'
import { sample } from './sample.ts'
import { nonBlank, strict, Timestamp } from './text.ts'
import Type, { type Static } from './type.ts'

const base64url = (maxLength: number, description?: string) =>
  Type.String({
    pattern: '^[A-Za-z0-9_-]+$',
    maxLength,
    ...(description ? { description } : {}),
    examples: ['q83vEjRWeJCrze8SNFZ4kA'],
  })

const publicKey = Type.Literal('public-key')
const required = Type.Literal('required')
const transports = Type.Array(Type.String({ maxLength: 32 }), { maxItems: 16 })
const challenge = base64url(100, 'Works once')
const timeout = Type.Integer({ description: 'Milliseconds until the challenge expires', examples: [300_000] })
const credentialId = base64url(1400)
const name = nonBlank(100, { description: 'What its owner calls it', examples: ['Laptop at the office'] })

export const PasskeyUseOptions = Type.Object({
  challenge,
  rpId: Type.String({ description: 'The host name of the service', examples: ['portico.example.org'] }),
  timeout,
  userVerification: required,
})
export type PasskeyUseOptions = Static<typeof PasskeyUseOptions>

export const NewPasskeyOptions = Type.Object({
  challenge,
  rp: Type.Object({ id: Type.String({ examples: ['portico.example.org'] }), name: Type.String() }),
  user: Type.Object({ id: base64url(100), name: Type.String(), displayName: Type.String() }),
  pubKeyCredParams: Type.Array(Type.Object({ type: publicKey, alg: Type.Integer({ examples: [-7] }) })),
  timeout,
  attestation: Type.Literal('none'),
  excludeCredentials: Type.Array(
    Type.Object({ type: publicKey, id: credentialId, transports: Type.Optional(transports) }),
    { description: 'Your passkeys: an authenticator that holds one of them makes no other' },
  ),
  authenticatorSelection: Type.Object({
    residentKey: required,
    requireResidentKey: Type.Literal(true),
    userVerification: required,
  }),
})
export type NewPasskeyOptions = Static<typeof NewPasskeyOptions>

const exampleHead = {
  id: 'q83vEjRWeJCrze8SNFZ4kA',
  rawId: 'q83vEjRWeJCrze8SNFZ4kA',
  type: 'public-key',
}
export const exampleNewCredential = {
  ...exampleHead,
  response: { clientDataJSON: 'eyJ0eXBl', attestationObject: 'o2NmbXRk' },
}
export const exampleUse = {
  ...exampleHead,
  response: { clientDataJSON: 'eyJ0eXBl', authenticatorData: 'SZYN5Ygd', signature: 'MEUCIQDk' },
}

const head = { id: credentialId, rawId: credentialId, type: publicKey }
const clientDataJSON = base64url(8000)

export const NewPasskeyCredential = Type.Object(
  {
    ...head,
    response: Type.Object({
      clientDataJSON,
      attestationObject: base64url(100_000),
      transports: Type.Optional(transports),
    }),
  },
  {
    description: 'What `navigator.credentials.create` returned, as its `toJSON` writes it',
    examples: [exampleNewCredential],
  },
)
export type NewPasskeyCredential = Static<typeof NewPasskeyCredential>

export const PasskeyUse = Type.Object(
  {
    ...head,
    response: Type.Object({
      clientDataJSON,
      authenticatorData: base64url(8000),
      signature: base64url(8000),
      userHandle: Type.Optional(Type.Union([base64url(100), Type.Null()])),
    }),
  },
  {
    description: 'What `navigator.credentials.get` returned, as its `toJSON` writes it',
    examples: [exampleUse],
  },
)
export type PasskeyUse = Static<typeof PasskeyUse>

export const Passkey = Type.Object({
  id: Type.String({ examples: ['passkey_01kbr2n4d0e8t6v1w3x5z7a9c2'] }),
  name,
  isSynced: Type.Boolean({ description: 'Whether copies of it may be on other devices of its owner' }),
  createdAt: Timestamp,
  lastUsedAt: Type.Union([Timestamp, Type.Null()]),
})
export type Passkey = Static<typeof Passkey>
export const PasskeyList = Type.Object({ passkeys: Type.Array(Passkey) })
export const PasskeyDetail = Type.Object({ passkey: Passkey })

export const PasskeySignIn = Type.Object({ credential: PasskeyUse }, strict)
export const PasskeyProof = Type.Object(
  {
    password: Type.Optional(Type.String({ maxLength: 1000, examples: ['correct horse battery staple'] })),
    passkey: Type.Optional(PasskeyUse),
  },
  { ...strict, examples: [{ password: 'correct horse battery staple' }] },
)
export type PasskeyProof = Static<typeof PasskeyProof>
export const NewPasskey = Type.Object({ name, credential: NewPasskeyCredential }, strict)
export const PasskeyName = Type.Object({ name }, strict)

const UseOptions = Type.Object({ options: PasskeyUseOptions })
const CreationOptions = Type.Object({ options: NewPasskeyOptions })

const ofPasskey = Type.Object({ id: Type.String({ description: 'The ID of the passkey' }) })
const memberId = Type.String({ description: 'The ID of the member' })
const ofMember = Type.Object({ id: memberId })
const ofMembersPasskey = Type.Object({ id: memberId, passkeyId: Type.String() })

export const tag = 'Sign-in'

export const routes = {
  startPasskeySignIn: {
    method: 'POST',
    path: '/auth/passkey/options',
    audience: 'party',
    summary: 'Get a challenge to sign with a passkey, for `navigator.credentials.get`',
    description: 'No username is needed: the browser offers the passkeys that it has for this service.',
    public: true,
    answers: { 200: json('The options', UseOptions) },
    errors: [404, 429],
    sdk: {
      call: 'client.passkeys.signInOptions',
      about:
        'A challenge to sign with a passkey, for `navigator.credentials.get`. It needs no sign-in, and works once.',
      example: sample`
        import { startAuthentication } from '@simplewebauthn/browser'

        const passkey = await startAuthentication({ optionsJSON: await client.passkeys.signInOptions() })
        await client.signIn({ passkey })
      `,
    },
  },
  signInWithPasskey: {
    method: 'POST',
    path: '/auth/passkey',
    audience: 'party',
    summary: 'Get a token with a passkey',
    public: true,
    body: PasskeySignIn,
    answers: { 200: json('Signed in', Tokens) },
    errors: [400, 401, 404, 429],
    sdk: {
      call: 'signInWithPasskey',
      isByHand: true,
      about: 'Exchange the use of a passkey for a token.',
      example: sample`
        import { signInWithPasskey } from '@portico/sdk'
        import { startAuthentication } from '@simplewebauthn/browser'

        const passkey = await startAuthentication({ optionsJSON: await client.passkeys.signInOptions() })
        const { idToken, refreshToken } = await signInWithPasskey({ baseUrl, passkey })
        console.log(idToken.length, refreshToken.length)
      `,
    },
  },
  startBrowserSessionWithPasskey: {
    method: 'POST',
    path: '/auth/session/passkey',
    audience: 'party',
    summary: 'Sign in a browser with a passkey',
    description: `For pages of this origin only. ${fromThisOrigin}`,
    public: true,
    isForOwnPages: true,
    body: PasskeySignIn,
    answers: { 200: json('Signed in', BrowserSession) },
    errors: [400, 401, 403, 404, 429],
  },
  listPasskeys: {
    method: 'GET',
    path: '/me/passkeys',
    audience: 'party',
    needs: 'token',
    summary: 'List your passkeys, oldest first',
    answers: { 200: json('Your passkeys', PasskeyList) },
    errors: [401, 404],
    sdk: {
      call: 'client.passkeys.list',
      example: sample`
        for (const { name, lastUsedAt } of await client.passkeys.list()) console.log(name, lastUsedAt)
      `,
    },
  },
  startNewPasskey: {
    method: 'POST',
    path: '/me/passkeys/options',
    audience: 'party',
    needs: 'token',
    summary: 'Get the options of a new passkey, for `navigator.credentials.create`',
    description:
      'If you signed in more than ten minutes ago, give your password or use one of your passkeys again; otherwise the answer is 403.',
    body: PasskeyProof,
    answers: { 200: json('The options', CreationOptions) },
    errors: [400, 401, 403, 404, 422, 429],
    sdk: {
      call: 'client.passkeys.newOptions',
      takes: ['proof?'],
      about:
        'The options of a new passkey, for `navigator.credentials.create`. More than ten minutes after you signed in, this fails with `forbidden` unless you give your `password` or use a `passkey` again.',
      example: sample`
        import { startRegistration } from '@simplewebauthn/browser'

        const optionsJSON = await client.passkeys.newOptions({ password })
        const credential = await startRegistration({ optionsJSON })
        console.log((await client.passkeys.add({ name: 'Laptop', credential })).id)
      `,
    },
  },
  addPasskey: {
    method: 'POST',
    path: '/me/passkeys',
    audience: 'party',
    needs: 'token',
    summary: 'Add a passkey to your account',
    body: NewPasskey,
    answers: { 201: json('The passkey', PasskeyDetail) },
    errors: [400, 401, 404, 409, 422],
    sdk: {
      call: 'client.passkeys.add',
      takes: ['passkey'],
      about: 'Add a passkey to your account: what the browser made of the options.',
      example: sample`
        import { startRegistration } from '@simplewebauthn/browser'

        const credential = await startRegistration({ optionsJSON: await client.passkeys.newOptions() })
        await client.passkeys.add({ name: 'Telephone', credential })
      `,
    },
  },
  renamePasskey: {
    method: 'PATCH',
    path: '/me/passkeys/{id}',
    audience: 'party',
    needs: 'token',
    summary: 'Rename one of your passkeys',
    params: ofPasskey,
    body: PasskeyName,
    answers: { 200: json('The passkey', PasskeyDetail) },
    errors: [400, 401, 404],
    sdk: {
      call: 'client.passkeys.rename',
      takes: ['name'],
      example: sample`
        const [first] = await client.passkeys.list()
        if (first) await client.passkeys.rename(first.id, 'Laptop at the office')
      `,
    },
  },
  removePasskey: {
    method: 'DELETE',
    path: '/me/passkeys/{id}',
    audience: 'party',
    needs: 'token',
    summary: 'Remove one of your passkeys; sessions that began with it end, except this one',
    params: ofPasskey,
    answers: { 204: done },
    errors: [401, 404],
    sdk: {
      call: 'client.passkeys.remove',
      about: 'Remove one of your passkeys. Sessions that began with it end, except this one.',
      example: sample`
        const { id } = (await client.passkeys.list()).at(-1) ?? {}
        if (id) await client.passkeys.remove(id)
      `,
    },
  },
  listMemberPasskeys: {
    method: 'GET',
    path: '/members/{id}/passkeys',
    tag: 'Administration',
    audience: 'staff',
    needs: 'administer',
    summary: 'List the passkeys of a member',
    params: ofMember,
    answers: { 200: json('The passkeys', PasskeyList) },
    sdk: {
      call: 'client.members.passkeys',
      example: sample`
        const { id } = await client.me.get()
        for (const { name, lastUsedAt } of await client.members.passkeys(id)) console.log(name, lastUsedAt)
      `,
    },
  },
  removeMemberPasskey: {
    method: 'DELETE',
    path: '/members/{id}/passkeys/{passkeyId}',
    tag: 'Administration',
    audience: 'staff',
    needs: 'administer',
    summary: 'Remove a passkey of a member, such as one on a lost device; sessions that began with it end',
    params: ofMembersPasskey,
    answers: { 204: done },
    errors: [401, 403, 404],
    sdk: {
      call: 'client.members.removePasskey',
      about: 'Remove a passkey of a member, such as one on a lost device. Sessions that began with it end.',
      example: sample`
        const { id } = await client.me.get()
        const lost = (await client.members.passkeys(id)).at(-1)
        if (lost) await client.members.removePasskey(id, lost.id)
      `,
    },
  },
} as const satisfies Record<string, Row>
