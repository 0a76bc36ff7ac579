import assert from 'node:assert/strict'
import { createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, describe, it } from 'node:test'
import {
  compactVerify,
  decodeJwt,
  decodeProtectedHeader,
  exportJWK,
  generateKeyPair,
  importJWK,
  SignJWT,
} from 'jose'
import { askIssuer } from '../main/ask-issuer.ts'
import { freshDatabase, type TestDatabase } from '../test/database.ts'
import { testIdentity } from '../test/identity.ts'
import { client, type IssuerPerson, startOidcIssuer } from '../test/oidc-issuer.ts'
import published from '../test/vectors/jose.json' with { type: 'json' }
import { openExternalIssuer } from './external-issuer.ts'
import type { Identity, IdentitySettings } from './identity.ts'
import { IssuerUnavailable } from './issuer-discovery.ts'

const audience = 'https://portico.example'
const refused = { code: 'unauthenticated' }
const address = '192.0.2.1'
const ask = askIssuer({ issuer: 'http://127.0.0.1' }, {})

describe('an external issuer', () => {
  const people: Record<string, IssuerPerson> = {
    uninvited: { password: 'p', email: 'uninvited@agency.example', email_verified: true },
  }
  let aheadMs = 0
  const clock = () => new Date(Date.now() + aheadMs)
  let db: TestDatabase
  let outside: Awaited<ReturnType<typeof startOidcIssuer>>
  let identity: Identity

  const open = (settings: Partial<NonNullable<IdentitySettings['external']>> = {}) =>
    testIdentity(db, clock, {
      external: {
        issuer: outside.issuer,
        audience,
        passwordGrant: client,
        keyCooldownMs: 0,
        ask,
        ...settings,
      },
    })
  before(async () => {
    db = await freshDatabase()
    outside = await startOidcIssuer({ audience, people })
  })
  beforeEach(() => {
    identity = open()
    aheadMs = 0
  })
  after(async () => {
    await outside.close()
    await db.close()
  })

  let invitedPeople = 0
  /** Someone the issuer knows and an administrator here has invited by email. */
  const givenInvited = async (claims: Partial<IssuerPerson> = {}) => {
    invitedPeople++
    const subject = `subject${invitedPeople}`
    const email = `invited${invitedPeople}@agency.example`
    people[subject] = { password: 'the password there', email, email_verified: true, ...claims }
    const { member, token } = await identity.invite({ email, roles: ['drafter'] })
    return { subject, member, invitation: token }
  }

  it('lets in someone who was invited by the verified address, and from then on by their subject', async () => {
    const { subject, member } = await givenInvited()
    const caller = await identity.authenticate(await outside.tokenOf(subject))
    assert.deepEqual([caller.id, caller.username, caller.roles], [member.id, member.username, ['drafter']])
    people[subject] = {
      password: 'the password there',
      email: 'another@agency.example',
      email_verified: true,
    }
    assert.equal((await identity.authenticate(await outside.tokenOf(subject))).id, member.id)
  })

  it('links one identity when a person’s first requests come at once', async () => {
    const { subject, member } = await givenInvited()
    const token = await outside.tokenOf(subject)
    const callers = await Promise.all(Array.from({ length: 8 }, () => identity.authenticate(token)))
    assert.deepEqual(new Set(callers.map((caller) => caller.id)), new Set([member.id]))
    const rows = await db.rows(`select 1 from identities where member_id = $1`, [member.id])
    assert.equal(rows.length, 1)
  })

  it('refuses whoever was not invited', async () => {
    await assert.rejects(identity.authenticate(await outside.tokenOf('uninvited')), refused)
  })

  it('refuses an address that the issuer has not verified', async () => {
    for (const email_verified of [false, undefined]) {
      const { subject } = await givenInvited(email_verified === undefined ? {} : { email_verified })
      if (email_verified === undefined) delete people[subject]!.email_verified
      await assert.rejects(identity.authenticate(await outside.tokenOf(subject)), refused)
    }
  })

  it('an invitation links one subject, once, and only while it is open', async () => {
    const { subject } = await givenInvited()
    await identity.authenticate(await outside.tokenOf(subject))
    people.thief = { ...people[subject]! }
    await assert.rejects(identity.authenticate(await outside.tokenOf('thief')), refused)

    const late = await givenInvited()
    await db.rows(`update invitations set expires_at = $2 where member_id = $1`, [late.member.id, clock()])
    await assert.rejects(identity.authenticate(await outside.tokenOf(late.subject)), refused)
  })

  it('does not hand over a member who signs in with a password', async () => {
    const { subject, member, invitation } = await givenInvited()
    const own = testIdentity(db, clock)
    await own.acceptInvitation({ token: invitation, password: 'a password set here' })
    await own.inviteAgain(member.username)
    await assert.rejects(identity.authenticate(await outside.tokenOf(subject)), refused)
  })

  it('a deactivation and a sign-out hold at once in every process', async () => {
    const others = open()
    const { subject, member } = await givenInvited()
    const first = await outside.tokenOf(subject)
    const second = await outside.tokenOf(subject)
    const caller = await identity.authenticate(first)
    await others.authenticate(first)
    await identity.signOut(caller)
    await assert.rejects(others.authenticate(first), refused)
    await others.authenticate(second)
    await identity.members.deactivate(member.id)
    await assert.rejects(others.authenticate(second), refused)
  })

  it('a token that was signed out stays out, however its signature is written', async () => {
    const { subject } = await givenInvited()
    const token = await outside.tokenOf(subject)
    const [signed, signature = ''] = [token.slice(0, token.lastIndexOf('.')), token.split('.')[2]]
    const sameBytes = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_']
      .map((last) => `${signature.slice(0, -1)}${last}`)
      .filter((other) => Buffer.from(other, 'base64url').equals(Buffer.from(signature, 'base64url')))
    const spellings = [...sameBytes, `${signature}=`, `${signature}==`].map((other) => `${signed}.${other}`)
    assert.ok(sameBytes.length > 1, 'the last character has bits to spare')
    await identity.signOut(await identity.authenticate(token))
    for (const spelling of spellings) await assert.rejects(identity.authenticate(spelling), refused)
  })

  it('a token that was signed out is remembered until it has expired', async () => {
    const { subject } = await givenInvited()
    const token = await outside.tokenOf(subject)
    await identity.signOut(await identity.authenticate(token))
    await identity.maintain()
    await assert.rejects(identity.authenticate(token), refused)
    aheadMs = 3 * 3_600_000
    await identity.maintain()
    assert.deepEqual(await db.rows(`select 1 from ended_tokens`), [])
    await assert.rejects(identity.authenticate(token), refused)
  })

  it('an expired token and one for another audience are refused', async () => {
    const { subject } = await givenInvited()
    const token = await outside.tokenOf(subject)
    await identity.authenticate(token)
    await assert.rejects(
      identity.authenticate(await outside.tokenOf(subject, 'https://other.example')),
      refused,
    )
    aheadMs = 606_000
    await assert.rejects(identity.authenticate(token), refused)
    await assert.rejects(open().authenticate(token), refused)
  })

  it('a token without a signature, or signed with the public key as a shared secret, is refused', async () => {
    const { subject } = await givenInvited()
    const token = await outside.tokenOf(subject)
    await identity.authenticate(token)
    const claims = decodeJwt(token)
    const { kid = '' } = decodeProtectedHeader(token)
    const [jwk] = (await outside.publicKeys()).keys
    const pem = createPublicKey({ key: jwk as never, format: 'jwk' }).export({ type: 'spki', format: 'pem' })
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const shared = (secret: string) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid, typ: 'at+jwt' }).sign(Buffer.from(secret))
    const forged = [
      `${part({ alg: 'none', typ: 'at+jwt' })}.${part(claims)}.`,
      `${part({ alg: 'None', kid, typ: 'at+jwt' })}.${part(claims)}.`,
      await shared(String(pem)),
      await shared(JSON.stringify(jwk)),
      `${token.slice(0, -8)}AAAAAAAA`,
    ]
    for (const one of forged) await assert.rejects(identity.authenticate(one), refused)
  })

  it('the published attacks on tokens are refused, and no address in a token is asked', async () => {
    const { subject } = await givenInvited()
    const token = await outside.tokenOf(subject)
    await identity.authenticate(token)
    const claims = decodeJwt(token)
    const { kid = '' } = decodeProtectedHeader(token)
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const asked: string[] = []
    const attacker = createServer((request, response) => {
      asked.push(request.url ?? '')
      response.end(JSON.stringify({ keys: [own] }))
    })
    await new Promise<void>((done) => attacker.listen(0, '127.0.0.1', done))
    const { port } = attacker.address() as AddressInfo
    const pair = await generateKeyPair('RS256', { extractable: true })
    const own = { ...(await exportJWK(pair.publicKey)), kid, alg: 'RS256', use: 'sig' }
    const signed = (header: object, other: Record<string, unknown> = {}) =>
      new SignJWT({ ...claims, ...other })
        .setProtectedHeader({ alg: 'RS256', kid, typ: 'at+jwt', ...header } as never)
        .sign(pair.privateKey)
    const url = `http://127.0.0.1:${port}/jwks.json`
    const unsigned = ['none', 'None', 'NONE', 'nOnE', 'none ', ''].map(
      (alg) => `${part({ alg, kid, typ: 'at+jwt' })}.${part(claims)}.`,
    )
    const nothing = Buffer.alloc(64).toString('base64url')
    const forged = [
      ...unsigned,
      // A signature of zeros (CVE-2022-21449), and none at all under an algorithm that needs one.
      `${part({ alg: 'ES256', kid, typ: 'at+jwt' })}.${part(claims)}.${nothing}`,
      `${part({ alg: 'RS256', kid, typ: 'at+jwt' })}.${part(claims)}.`,
      // Keys that the token brings or points to.
      await signed({ jku: url }),
      await signed({ x5u: url }),
      await signed({ jwk: own }),
      await signed({ jku: `${outside.issuer}@127.0.0.1:${port}/jwks.json` }),
      ...(await Promise.all(
        ['../../../../dev/null', "' UNION SELECT 'key", '| ls', '', url, 'x'.repeat(10_000)].map((other) =>
          signed({ kid: other }),
        ),
      )),
      // Good keys for another token: what was signed is not this.
      `${part({ alg: 'RS256', kid, typ: 'at+jwt' })}.${part({ ...claims, sub: 'somebody' })}.${token.split('.')[2]}`,
      await signed({}, { iss: `${outside.issuer}/` }),
    ]
    for (const one of forged) await assert.rejects(identity.authenticate(one), refused, one.slice(0, 80))
    assert.deepEqual(asked, [])
    attacker.close()
  })

  it('a redirect of its configuration or of its keys is not followed', async () => {
    const token = await outside.tokenOf((await givenInvited()).subject)
    for (const moved of ['/.well-known/openid-configuration', '/keys']) {
      const asked: string[] = []
      const place = createServer((request, response) => {
        asked.push(request.url ?? '')
        const issuer = `http://127.0.0.1:${(place.address() as AddressInfo).port}`
        if (request.url === moved) return response.writeHead(302, { location: `${issuer}/elsewhere` }).end()
        response.end(JSON.stringify({ issuer, jwks_uri: `${issuer}/keys`, keys: [] }))
      })
      await new Promise<void>((done) => place.listen(0, '127.0.0.1', done))
      const issuer = `http://127.0.0.1:${(place.address() as AddressInfo).port}`
      await assert.rejects(
        openExternalIssuer({ issuer, audience, ask }, clock).verify(token),
        IssuerUnavailable,
      )
      assert.ok(asked.includes(moved) && !asked.includes('/elsewhere'))
      place.close()
    }
  })

  it('what its configuration names is asked at no private address, unless that is allowed', async () => {
    const token = await outside.tokenOf((await givenInvited()).subject)
    const issuer = 'https://issuer.example'
    const asked: string[] = []
    const near = createServer((request, response) => {
      asked.push(request.url ?? '')
      response.end('{"keys": []}')
    })
    await new Promise<void>((done) => near.listen(0, '127.0.0.1', done))
    const { port } = near.address() as AddressInfo
    const toHere = ((_: string, __: object, found: (...answer: unknown[]) => void) =>
      found(null, [{ address: '127.0.0.1', family: 4 }])) as never
    const keysAt = async (jwksUri: string, more: { issuer?: string; mayReachPrivate?: boolean } = {}) => {
      const of = { issuer, ...more }
      const guarded = askIssuer(of, {}, toHere)
      const configuration = { issuer: of.issuer, jwks_uri: jwksUri, token_endpoint: jwksUri }
      const ask = async (url: string, init: RequestInit) =>
        url.includes('/.well-known/') ? Response.json(configuration) : guarded(url, init)
      return openExternalIssuer({ ...of, audience, ask }, clock).verify(token)
    }
    const isPrivate = /leads to an address that is not public: set PORTICO_OIDC_PRIVATE_ADDRESSES=on/
    const places = [
      `https://127.0.0.1:${port}/keys`,
      `https://localhost:${port}/keys`,
      `https://2130706433:${port}/keys`,
      `https://[::ffff:127.0.0.1]:${port}/keys`,
      `https://keys.example:${port}/keys`,
      'https://10.0.0.1/keys',
      'https://192.168.1.1/keys',
      'https://[fd00::1]/keys',
      'https://169.254.169.254/latest/meta-data',
      'https://0.0.0.0/keys',
    ]
    const why = async (asking: Promise<unknown>) => {
      const error = await asking.then(
        () => assert.fail('it was taken'),
        (thrown: Error) => thrown,
      )
      return `${error.message}: ${(error.cause as Error | undefined)?.message ?? ''}`
    }
    for (const place of places) assert.match(await why(keysAt(place)), isPrivate, place)
    await assert.rejects(keysAt(`http://127.0.0.1:${port}/keys`), /must be https/)
    const onThisMachine = { issuer: 'http://127.0.0.1' }
    assert.match(await why(keysAt('https://10.0.0.1/keys', onThisMachine)), isPrivate)
    assert.deepEqual(asked, [])
    await assert.rejects(keysAt(`http://127.0.0.1:${port}/keys`, onThisMachine), refused)
    assert.deepEqual(asked, ['/keys'])
    const allowed = await why(keysAt(`https://127.0.0.1:${port}/keys`, { mayReachPrivate: true }))
    assert.doesNotMatch(allowed, isPrivate)
    assert.match(await why(keysAt('https://169.254.169.254/', { mayReachPrivate: true })), isPrivate)
    near.close()
  })

  it('the examples of the RFCs are no tokens for us, even if the issuer serves their keys', async () => {
    const issuer = 'https://issuer.example'
    const configuration = { issuer, jwks_uri: `${issuer}/keys` }
    const at = () => new Date('2011-03-22T18:00:00Z')
    for (const { name, token, key } of published.tokens) {
      const jwk = key === undefined ? undefined : published.keys[key]
      if (jwk) await compactVerify(token, await importJWK(jwk as never, decodeProtectedHeader(token).alg))
      for (const keys of [published.keys, jwk ? [{ ...jwk, kid: 'only' }] : []]) {
        const ask = async (url: string) =>
          Response.json(url.includes('/.well-known/') ? configuration : { keys })
        const outsider = openExternalIssuer({ issuer, audience, ask }, at)
        await assert.rejects(outsider.verify(token), refused, name)
      }
    }
  })

  it('a key that is too short is refused in words, not as a fault of ours', async () => {
    const issuer = 'https://issuer.example'
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const expires = Math.floor(clock().getTime() / 1000) + 600
    const said = `${part({ alg: 'RS256', kid: 'short' })}.${part({ iss: issuer, aud: audience, sub: 'a', exp: expires })}`
    const token = `${said}.${sign('sha256', Buffer.from(said), privateKey).toString('base64url')}`
    const keys = [{ ...publicKey.export({ format: 'jwk' }), kid: 'short', alg: 'RS256', use: 'sig' }]
    const ask = async (url: string) =>
      Response.json(url.includes('/.well-known/') ? { issuer, jwks_uri: `${issuer}/keys` } : { keys })
    await assert.rejects(openExternalIssuer({ issuer, audience, ask }, clock).verify(token), {
      code: 'unauthenticated',
      message: /^The issuer signs with a key that is not accepted: .*2048 bits/,
    })
  })

  it('our own tokens are not accepted beside it', async () => {
    const own = testIdentity(db, clock)
    const { username, password = '' } = await own.ensureFirstAccount()
    const { token } = await own.signIn({ username, password, address })
    await assert.rejects(identity.authenticate(token), refused)
  })

  it('new keys of the issuer are found, keys it dropped are not trusted, and known ones are not asked for again', async () => {
    const { subject } = await givenInvited()
    const before = await outside.tokenOf(subject)
    await identity.authenticate(before)
    const asked = outside.keysAsked()
    await identity.authenticate(await outside.tokenOf(subject))
    assert.equal(outside.keysAsked(), asked)
    await outside.rotateKeys()
    await identity.authenticate(await outside.tokenOf(subject))
    assert.equal(outside.keysAsked(), asked + 1)
    await assert.rejects(open().authenticate(before), refused)
  })

  it('unknown keys do not make us ask the issuer again and again', async () => {
    const patient = openExternalIssuer({ issuer: outside.issuer, audience, ask }, clock)
    const { subject } = await givenInvited()
    const good = await outside.tokenOf(subject)
    await patient.verify(good)
    const asked = outside.keysAsked()
    const [, payload, signature] = good.split('.')
    for (let guess = 0; guess < 20; guess++) {
      const header = Buffer.from(JSON.stringify({ alg: 'RS256', kid: `guess${guess}` })).toString('base64url')
      await assert.rejects(patient.verify(`${header}.${payload}.${signature}`), refused)
    }
    assert.equal(outside.keysAsked(), asked)
  })

  it('an issuer that is away is not the caller’s fault, and is asked again when it is back', async () => {
    const { subject } = await givenInvited()
    const token = await outside.tokenOf(subject)
    outside.stop()
    await assert.rejects(identity.authenticate(token), IssuerUnavailable)
    await assert.rejects(identity.signIn({ username: subject, password: 'x', address }), IssuerUnavailable)
    await assert.rejects(identity.authenticate('a.b.c'), refused)
    outside.resume()
    await identity.authenticate(token)

    await outside.rotateKeys()
    const signedAnew = await outside.tokenOf(subject)
    outside.stop()
    await assert.rejects(identity.authenticate(signedAnew), IssuerUnavailable)
    await identity.authenticate(token)
    outside.resume()
    await identity.authenticate(signedAnew)
  })

  it('an address that answers as another issuer is not trusted', async () => {
    const posing = openExternalIssuer({ issuer: `${outside.issuer}/`, audience, ask }, clock)
    await assert.rejects(
      posing.verify(await outside.tokenOf('uninvited')),
      /is not the configuration of the issuer/,
    )
  })

  it('is trusted over http on this machine only', () => {
    for (const issuer of ['http://issuer.example', 'http://127.0.0.1.example', 'ftp://localhost']) {
      assert.throws(() => openExternalIssuer({ issuer, audience, ask }, clock), /must be https/)
    }
    openExternalIssuer({ issuer: 'https://issuer.example', audience, ask }, clock)
  })

  describe('with usernames and passwords passed on', () => {
    it('gives the issuer’s tokens for the right password, and refreshes them', async () => {
      const { subject, member } = await givenInvited()
      const signedIn = await identity.signIn({ username: subject, password: 'the password there', address })
      assert.equal((await identity.authenticate(signedIn.token)).id, member.id)
      assert.ok(signedIn.expiresIn > 590 && signedIn.expiresIn <= 600)
      const next = await identity.refresh(signedIn.refreshToken)
      assert.notEqual(next.token, signedIn.token)
      assert.equal((await identity.authenticate(next.token)).id, member.id)
      await assert.rejects(identity.refresh(signedIn.refreshToken), refused)
    })

    it('gives one answer to a wrong password, an unknown person and someone not invited', async () => {
      const { subject } = await givenInvited()
      const wrong = { ...refused, message: 'The username or the password is wrong.' }
      await assert.rejects(identity.signIn({ username: subject, password: 'guess', address }), wrong)
      await assert.rejects(identity.signIn({ username: 'nobody', password: 'guess', address }), wrong)
      await assert.rejects(identity.signIn({ username: 'uninvited', password: 'p', address }), wrong)
    })

    it('limits guessing before the issuer is asked', async () => {
      const { subject } = await givenInvited()
      const guess = () => identity.signIn({ username: subject, password: 'guess', address: '192.0.2.9' })
      for (let count = 0; count < 10; count++) await assert.rejects(guess(), refused)
      outside.stop()
      await assert.rejects(guess(), { code: 'tooMany' })
      outside.resume()
    })

    it('attempts that the issuer could not answer are not counted', async () => {
      const { subject } = await givenInvited()
      const attempt = () =>
        identity.signIn({ username: subject, password: 'the password there', address: '192.0.2.10' })
      outside.stop()
      for (let count = 0; count < 12; count++) await assert.rejects(attempt(), IssuerUnavailable)
      outside.resume()
      await attempt()
    })

    it('a client the issuer does not know is our fault, not the person’s', async () => {
      const { subject } = await givenInvited()
      const misconfigured = open({ passwordGrant: { ...client, clientSecret: 'another' } })
      const signIn = misconfigured.signIn({ username: subject, password: 'the password there', address })
      await assert.rejects(signIn, IssuerUnavailable)
    })
  })

  it('without that, signing in here is not found and the sentence says where people sign in', async () => {
    const elsewhere = testIdentity(db, clock, { external: { issuer: outside.issuer, audience, ask } })
    const answer = { code: 'notFound', message: `People sign in to this service at ${outside.issuer}.` }
    await assert.rejects(elsewhere.signIn({ username: 'a', password: 'b', address }), answer)
    await assert.rejects(elsewhere.refresh('a'), answer)
    await assert.rejects(elsewhere.acceptInvitation({ token: 'a', password: 'b' }), answer)
    await assert.rejects(
      elsewhere.passkeyUses.options({ origin: 'https://a.example', rpId: 'a.example' }),
      answer,
    )
    await assert.rejects(elsewhere.passkeys.list('mem_1'), answer)
    await assert.rejects(elsewhere.jwks(), answer)
    await assert.rejects(elsewhere.openIdConfiguration(), answer)
  })
})
