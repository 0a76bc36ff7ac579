import assert from 'node:assert/strict'
import { createHash, sign } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import type { BrowserSession, Tokens } from '@portico/contract/auth'
import type { NewPasskeyOptions, Passkey, PasskeyUseOptions } from '@portico/contract/passkeys'
import { createAuthenticator } from '../../../sdk/test/authenticator.ts'
import { type Http, type Reply, startWorld, type World } from '../world.ts'

type Authenticator = ReturnType<typeof createAuthenticator>
type Otherwise = Parameters<Authenticator['get']>[1]

describe('passkeys', () => {
  let world: World
  before(async () => {
    world = await startWorld({ PORTICO_ANONYMOUS_LIMIT: '5000', PORTICO_TRUST_PROXY: '1' })
  })
  after(() => world.close())

  const own = { 'portico-session': 'cookie', 'sec-fetch-site': 'same-origin' }
  const useOptions = async () => {
    const { json } = await world.anonymous('POST', '/auth/passkey/options')
    return (json as { options: PasskeyUseOptions }).options
  }
  const signInWith = (credential: unknown) =>
    world.anonymous('POST', '/auth/passkey', { body: { credential } })
  const signIn = async (authenticator: Authenticator, otherwise?: Otherwise) =>
    signInWith(authenticator.get(await useOptions(), otherwise))
  const newOptions = async (http: Http, body: object = {}) => {
    const { status, json, text } = await http('POST', '/me/passkeys/options', { body })
    assert.equal(status, 200, text)
    return (json as { options: NewPasskeyOptions }).options
  }
  const add = async (http: Http, authenticator: Authenticator, name = 'Laptop') => {
    const body = { name, credential: authenticator.create(await newOptions(http)) }
    const { status, json, text } = await http('POST', '/me/passkeys', { body })
    assert.equal(status, 201, text)
    return (json as { passkey: Passkey }).passkey
  }
  const passkeysOf = async (http: Http) =>
    ((await http('GET', '/me/passkeys')).json as { passkeys: Passkey[] }).passkeys
  const passwordOf = (username: string) =>
    world.anonymous('POST', '/auth/token', { body: { username, password: world.password } })
  const tokensOf = ({ json }: Reply) => json as Tokens

  let people = 0
  const somebody = async () => {
    const username = `keyholder-${++people}`
    const http = await world.member(username, ['drafter'])
    const id = (await world.service.identity.members.find(username))?.id ?? ''
    return { username, id, http, authenticator: createAuthenticator(world.baseUrl) }
  }
  const forgetGuesses = () => world.service.db.rows(`delete from sign_in_guesses`)
  const later = (id: string) =>
    world.service.db.rows(
      `update sign_in_sessions set created_at = created_at - interval '11 minutes' where member_id = $1`,
      [id],
    )

  it('a member adds one, and signs in with it without a username, as with a password', async () => {
    const { http, authenticator, username, id } = await somebody()
    const options = await newOptions(http)
    assert.equal(options.rp.id, new URL(world.baseUrl).hostname)
    assert.equal(options.attestation, 'none')
    assert.equal(Buffer.from(options.user.id, 'base64url').toString(), id)
    const added = await add(http, authenticator)
    assert.deepEqual([added.name, added.lastUsedAt, added.isSynced], ['Laptop', null, false])

    const reply = await signIn(authenticator)
    assert.equal(reply.status, 200, reply.text)
    assert.equal(reply.headers.get('cache-control'), 'no-store')
    assert.deepEqual(Object.keys(reply.json as object).toSorted(), ['expiresIn', 'refreshToken', 'token'])
    const { token, refreshToken } = tokensOf(reply)
    const { json } = await world.as(token)('GET', '/me')
    assert.equal((json as { me: { username: string } }).me.username, username)
    assert.equal(
      (await world.anonymous('POST', '/auth/refresh', { body: { refreshToken } })).status,
      200,
      'the session goes on as any other',
    )
    assert.ok((await passkeysOf(http))[0]?.lastUsedAt)
    assert.equal((await newOptions(http)).excludeCredentials.length, 1)
  })

  it('a page gets its refresh token in the cookie; a page of another origin gets nothing', async () => {
    const { http, authenticator } = await somebody()
    await add(http, authenticator)
    const start = async (headers: Record<string, string>) =>
      world.anonymous('POST', '/auth/session/passkey', {
        body: { credential: authenticator.get(await useOptions()) },
        headers,
      })
    const reply = await start(own)
    assert.equal(reply.status, 200, reply.text)
    assert.deepEqual(Object.keys(reply.json as object).toSorted(), ['expiresIn', 'token'])
    const [cookie = '', ...attributes] = (reply.headers.get('set-cookie') ?? '').split('; ')
    assert.deepEqual(attributes, ['Path=/auth/session', 'HttpOnly', 'SameSite=Strict'])
    const next = await world.anonymous('POST', '/auth/session/refresh', { headers: { ...own, cookie } })
    assert.ok((next.json as BrowserSession).token)
    for (const headers of [
      {},
      { 'portico-session': 'cookie', 'sec-fetch-site': 'cross-site' },
      { 'portico-session': 'cookie', 'sec-fetch-site': 'same-site', origin: world.baseUrl },
      { 'portico-session': 'cookie', origin: 'https://evil.example' },
    ]) {
      const refused = await start(headers)
      assert.equal(refused.status, 403, JSON.stringify(headers))
      assert.equal(refused.headers.get('set-cookie'), null)
    }
  })

  it('a challenge works once, and only for what it was issued', async () => {
    const { http, authenticator } = await somebody()
    await add(http, authenticator)
    const credential = authenticator.get(await useOptions())
    assert.equal((await signInWith(credential)).status, 200)
    assert.equal((await signInWith(credential)).status, 401, 'a replay')
    const options = await useOptions()
    assert.equal((await signInWith(authenticator.get(options, { isVerified: false }))).status, 401)
    assert.equal((await signInWith(authenticator.get(options))).status, 401, 'a failure uses it too')
    const { challenge } = await newOptions(http)
    assert.equal((await signInWith(authenticator.get({ ...options, challenge }))).status, 401)
    assert.equal((await signInWith(authenticator.get({ ...options, challenge: 'AAAA' }))).status, 401)
    const late = await useOptions()
    await world.service.db.rows(`update passkey_challenges set expires_at = now() - interval '1 second'`)
    assert.equal((await signInWith(authenticator.get(late))).status, 401, 'an expired one')
  })

  it('a use is refused from another origin, another service, a frame, unverified, or with a counter that went back', async () => {
    const { http, authenticator } = await somebody()
    await add(http, authenticator)
    const refusals = [
      await signIn(authenticator, { origin: 'https://evil.example' }),
      await signIn(authenticator, { origin: world.baseUrl.replace(/:\d+$/, ':1') }),
      await signIn(authenticator, { crossOrigin: true }),
      await signIn(authenticator, { isVerified: false }),
      await signInWith(
        authenticator.get({ ...(await useOptions()), rpId: 'evil.example' }, { key: authenticator.keys[0] }),
      ),
    ]
    for (const { status } of refusals) assert.equal(status, 401)
    assert.equal(new Set(refusals.map(({ text }) => text)).size, 1, 'one sentence, whatever is wrong')
    assert.equal((await signIn(authenticator, { counter: 100 })).status, 200)
    assert.equal((await signIn(authenticator, { counter: 100 })).status, 401, 'the same counter')
    assert.equal((await signIn(authenticator, { counter: 7 })).status, 401, 'a copy that is behind')
    assert.equal((await signIn(authenticator, { counter: 101 })).status, 200)
  })

  it('of two uses at once with one counter, one signs in', async () => {
    const { http, authenticator } = await somebody()
    await add(http, authenticator)
    const uses = [await useOptions(), await useOptions()].map((one) => authenticator.get(one, { counter: 5 }))
    const statuses = await Promise.all(uses.map(async (use) => (await signInWith(use)).status))
    assert.deepEqual(statuses.toSorted(), [200, 401])
  })

  it("nobody signs in, adds, renames or removes by somebody else's passkey", async () => {
    const [ada, eve] = [await somebody(), await somebody()]
    const mine = await add(ada.http, ada.authenticator)
    await add(eve.http, eve.authenticator)
    const [handleOfAda, keyOfEve] = [ada.authenticator.keys[0]?.userHandle ?? '', eve.authenticator.keys[0]]
    assert.equal((await signIn(eve.authenticator, { userHandle: handleOfAda })).status, 401)
    const withIdOfAda = { ...eve.authenticator.get(await useOptions()), id: ada.authenticator.keys[0]?.id }
    assert.equal((await signInWith({ ...withIdOfAda, rawId: withIdOfAda.id })).status, 401)
    assert.ok(keyOfEve)

    const options = await newOptions(ada.http)
    const body = { name: 'Mine', credential: eve.authenticator.create(options) }
    assert.equal(
      (await eve.http('POST', '/me/passkeys', { body })).status,
      400,
      'the challenge is of another session',
    )
    assert.equal((await eve.http('PATCH', `/me/passkeys/${mine.id}`, { body: { name: 'x' } })).status, 404)
    assert.equal((await eve.http('DELETE', `/me/passkeys/${mine.id}`)).status, 404)
    assert.equal((await eve.http('DELETE', `/members/${ada.id}/passkeys/${mine.id}`)).status, 403)
    assert.deepEqual(await passkeysOf(ada.http), [mine])
  })

  it('a new one is refused from another origin, unverified, with an attestation, twice, or without a name', async () => {
    const { http, authenticator } = await somebody()
    const tryToAdd = async (otherwise: Otherwise, name = 'x') => {
      const credential = authenticator.create(await newOptions(http), otherwise)
      return (await http('POST', '/me/passkeys', { body: { name, credential } })).status
    }
    assert.equal(await tryToAdd({ origin: 'https://evil.example' }), 400)
    assert.equal(await tryToAdd({ isVerified: false }), 400)
    assert.equal(await tryToAdd({ crossOrigin: true }), 400)
    assert.equal(await tryToAdd({}, '   '), 400)
    assert.equal(await tryToAdd({}, 'two\nlines'), 400)
    const credential = authenticator.create(await newOptions(http))
    const none = Buffer.from('63666d74646e6f6e65', 'hex')
    const tpm = Buffer.from('63666d746374706d', 'hex')
    const attestation = Buffer.from(credential.response.attestationObject, 'base64url')
    const at = attestation.indexOf(none)
    const certified = Buffer.concat([
      attestation.subarray(0, at),
      tpm,
      attestation.subarray(at + none.length),
    ])
    const response = { ...credential.response, attestationObject: certified.toString('base64url') }
    const body = { name: 'x', credential: { ...credential, response } }
    assert.equal((await http('POST', '/me/passkeys', { body })).status, 400)
    assert.deepEqual(await passkeysOf(http), [])

    const other = await somebody()
    await add(http, authenticator)
    const [{ id: taken } = { id: '' }] = authenticator.keys.slice(-1)
    const again = other.authenticator.create(await newOptions(other.http))
    const forged = Buffer.from(again.response.attestationObject, 'base64url')
    Buffer.from(taken, 'base64url').copy(forged, forged.indexOf(Buffer.from(again.id, 'base64url')))
    const copied = { ...again, id: taken, rawId: taken }
    const copy = {
      ...copied,
      response: { ...again.response, attestationObject: forged.toString('base64url') },
    }
    assert.equal(
      (await other.http('POST', '/me/passkeys', { body: { name: 'x', credential: copy } })).status,
      409,
    )
    assert.equal((await signIn(authenticator)).status, 200, 'it still opens the account of its owner')
  })

  it('some time after signing in, adding one needs the password or a passkey, under the limits of guessing', async () => {
    const { http, authenticator, id } = await somebody()
    await add(http, authenticator)
    await later(id)
    const ask = (body: object) => http('POST', '/me/passkeys/options', { body })
    assert.equal((await ask({})).status, 403)
    assert.equal((await ask({ password: 'not the password at all' })).status, 400)
    await newOptions(http, { password: world.password })
    await newOptions(http, { passkey: authenticator.get(await useOptions()) })
    const stranger = await somebody()
    await add(stranger.http, stranger.authenticator)
    // Not 401: a client would renew its session and try the same again, which were two guesses.
    assert.equal((await ask({ passkey: stranger.authenticator.get(await useOptions()) })).status, 400)
    let last = await ask({ password: 'a wrong guess' })
    for (let guess = 0; guess < 30 && last.status === 400; guess++)
      last = await ask({ password: `a wrong guess ${guess}` })
    assert.equal(last.status, 429)
    assert.ok(Number(last.headers.get('retry-after')) >= 1)
  })

  it('wrong uses are counted as wrong passwords are', async () => {
    const { http, authenticator } = await somebody()
    await add(http, authenticator)
    let last = await signIn(authenticator)
    for (let guess = 0; guess < 30 && last.status !== 429; guess++)
      last = await signIn(authenticator, { isVerified: false })
    assert.equal(last.status, 429)
    assert.ok(Number(last.headers.get('retry-after')) >= 1)
  })

  it('a signature for anything else, though the key is right, signs nobody in', async () => {
    const { http, authenticator } = await somebody()
    await add(http, authenticator)
    const [key = assert.fail()] = authenticator.keys
    const hashed = (data: string | Uint8Array) => createHash('sha256').update(data).digest()
    const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
    /** Signed by the authenticator itself, as if it could be led to sign whatever somebody likes. */
    const signedFor = async (
      said: (challenge: string) => object | string,
      { rpId = key.rpId, flags = 0x05, counter = 1000 } = {},
    ) => {
      const { challenge } = await useOptions()
      const data = Buffer.concat([hashed(rpId), Buffer.from([flags, 0, 0, counter >> 8, counter & 0xff])])
      const told = said(challenge)
      const client = Buffer.from(typeof told === 'string' ? told : JSON.stringify(told))
      const signature = sign('sha256', Buffer.concat([data, hashed(client)]), key.privateKey)
      const response = {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(signature),
        userHandle: key.userHandle,
      }
      return { id: key.id, rawId: key.id, type: 'public-key' as const, response }
    }
    const type = 'webauthn.get'
    const origin = world.baseUrl
    const { hostname } = new URL(origin)
    const good = (challenge: string) => ({ type, challenge, origin, crossOrigin: false })
    const tried: Record<string, unknown> = {
      'made, not used': await signedFor((challenge) => ({ ...good(challenge), type: 'webauthn.create' })),
      'a payment': await signedFor((challenge) => ({ ...good(challenge), type: 'payment.get' })),
      'no type': await signedFor((challenge) => ({ challenge, origin })),
      'an origin that begins alike': await signedFor((challenge) => ({
        ...good(challenge),
        origin: `${origin}.evil.example`,
      })),
      'a user name in the origin': await signedFor((challenge) => ({
        ...good(challenge),
        origin: `http://${hostname}@evil.example`,
      })),
      'no origin': await signedFor((challenge) => ({ type, challenge, origin: 'null' })),
      'another scheme': await signedFor((challenge) => ({
        ...good(challenge),
        origin: origin.replace('http:', 'https:'),
      })),
      'a host above': await signedFor(good, { rpId: 'com' }),
      'a host below': await signedFor(good, { rpId: `www.${hostname}` }),
      'the origin as host': await signedFor(good, { rpId: origin }),
      'nobody there': await signedFor(good, { flags: 0x04 }),
      'not verified': await signedFor(good, { flags: 0x01 }),
      'backed up, though it cannot be': await signedFor(good, { flags: 0x15 }),
      'a challenge with padding': await signedFor((challenge) => good(`${challenge}=`)),
      'two challenges': await signedFor(
        (challenge) =>
          `{"type":"${type}","challenge":"${challenge}","origin":"${origin}","challenge":"AAAA"}`,
      ),
      'no JSON': await signedFor((challenge) => `${type} ${challenge}`),
      'the longest': await signedFor((challenge) => ({ ...good(challenge), x: 'x'.repeat(100_000) })),
    }
    for (const handle of ['', undefined, 'AAAA', `${key.userHandle}AA`]) {
      const use = await signedFor(good)
      tried[`handle ${handle}`] = { ...use, response: { ...use.response, userHandle: handle } }
    }
    const use = await signedFor(good)
    for (const [name, signature] of Object.entries({
      none: '',
      zeros: base64url(Buffer.alloc(64)),
      'DER of zeros': base64url(Buffer.from('3006020100020100', 'hex')),
      'of another use': (await signedFor(good)).response.signature,
    }))
      tried[`signature: ${name}`] = { ...use, response: { ...use.response, signature } }
    for (const [name, credential] of Object.entries(tried)) {
      await forgetGuesses()
      const reply = await signInWith(credential)
      assert.ok([400, 401, 413].includes(reply.status), `${name}: ${reply.status} ${reply.text}`)
      assert.doesNotMatch(reply.text, /token/i, name)
    }
    await forgetGuesses()
    assert.equal((await signInWith(await signedFor(good))).status, 200, 'and what is as it should be does')
  })

  it('a challenge to add one is for one session, once, for a while, and ends with the session', async () => {
    const { username, http, authenticator, id } = await somebody()
    const again = world.as(tokensOf(await passwordOf(username)).token)
    const tryToAdd = async (by: Http, credential: unknown) =>
      (await by('POST', '/me/passkeys', { body: { name: 'x', credential } })).status
    const credential = authenticator.create(await newOptions(http))
    assert.equal(await tryToAdd(again, credential), 400, 'of another session of the same person')
    assert.equal(await tryToAdd(http, credential), 201)
    assert.equal(await tryToAdd(http, credential), 400, 'used twice')
    const options = await newOptions(http)
    const { challenge } = await useOptions()
    assert.equal(await tryToAdd(http, authenticator.create({ ...options, challenge })), 400, 'to sign in')
    const late = authenticator.create(await newOptions(http))
    await world.service.db.rows(`update passkey_challenges set expires_at = now() - interval '1 second'`)
    assert.equal(await tryToAdd(http, late), 400, 'expired')
    const elsewhere = { ...options, rp: { ...options.rp, id: 'evil.example' } }
    const { challenge: fresh } = await newOptions(http)
    assert.equal(await tryToAdd(http, authenticator.create({ ...elsewhere, challenge: fresh })), 400)
    const begun = authenticator.create(await newOptions(http))
    const opening = await useOptions()
    await world.service.identity.members.deactivate(id)
    assert.equal(await tryToAdd(http, begun), 401, 'the session has ended')
    const [first] = authenticator.keys
    assert.equal((await signInWith(authenticator.get(opening, { key: first }))).status, 401)
    await world.service.identity.members.reactivate(id)
    assert.equal(await tryToAdd(http, begun), 401, 'and stays ended')
    assert.equal((await signIn(authenticator, { key: first })).status, 200, 'the one that was added')
  })

  it('it is renamed and removed; sessions that began with it end, the one that removes it does not', async () => {
    const { http, authenticator, id } = await somebody()
    const { id: passkeyId } = await add(http, authenticator)
    const renamed = await http('PATCH', `/me/passkeys/${passkeyId}`, { body: { name: 'Telephone' } })
    assert.equal((renamed.json as { passkey: Passkey }).passkey.name, 'Telephone')
    const [lost, here] = [tokensOf(await signIn(authenticator)), tokensOf(await signIn(authenticator))]
    assert.equal((await world.as(here.token)('DELETE', `/me/passkeys/${passkeyId}`)).status, 204)
    assert.equal((await world.as(lost.token)('GET', '/me')).status, 401)
    assert.equal((await world.as(here.token)('GET', '/me')).status, 200)
    assert.equal((await http('GET', '/me')).status, 200, 'signed in with the password')
    assert.equal((await signIn(authenticator)).status, 401)
    const changes = await world.service.identity.members.changes({ memberId: id })
    assert.deepEqual(changes.map(({ change, by }) => ({ ...change, by: by.id })).slice(-3), [
      { kind: 'passkeyAdded', name: 'Laptop', by: id },
      { kind: 'passkeyRenamed', from: 'Laptop', to: 'Telephone', by: id },
      { kind: 'passkeyRemoved', name: 'Telephone', by: id },
    ])
  })

  it('a deactivated member is refused as an unknown one, and comes back with it', async () => {
    const { http, authenticator, id } = await somebody()
    await add(http, authenticator)
    const unknown = createAuthenticator(world.baseUrl)
    unknown.create(await newOptions(http))
    await world.service.identity.members.deactivate(id)
    const [gone, never] = [await signIn(authenticator), await signIn(unknown)]
    assert.deepEqual([gone.status, gone.text], [never.status, never.text])
    assert.equal(gone.status, 401)
    await world.service.identity.members.reactivate(id)
    assert.equal((await signIn(authenticator)).status, 200)
  })

  it('a new password ends its other sessions and leaves it; a link of an administrator takes it away', async () => {
    const { http, authenticator, username } = await somebody()
    await add(http, authenticator)
    const { token } = tokensOf(await signIn(authenticator))
    const password = 'nine quiet owls above the docket'
    const body = { currentPassword: world.password, password }
    assert.equal((await http('PUT', '/me/password', { body })).status, 204)
    assert.equal((await world.as(token)('GET', '/me')).status, 401)
    assert.equal((await signIn(authenticator)).status, 200)
    const link = await world.service.identity.inviteAgain(username)
    await world.service.identity.acceptInvitation({ token: link.token, password: world.password })
    assert.equal((await signIn(authenticator)).status, 401)
  })

  it('an administrator sees and removes those of a member', async () => {
    const { http, authenticator, id } = await somebody()
    const { id: passkeyId } = await add(http, authenticator)
    const { token } = tokensOf(await signIn(authenticator))
    const listed = await world.admin('GET', `/members/${id}/passkeys`)
    assert.deepEqual(
      (listed.json as { passkeys: Passkey[] }).passkeys.map(({ name }) => name),
      ['Laptop'],
    )
    assert.equal((await world.admin('GET', '/members/mem_none/passkeys')).status, 404)
    assert.equal((await world.admin('DELETE', `/members/${id}/passkeys/${passkeyId}`)).status, 204)
    assert.equal((await world.admin('DELETE', `/members/${id}/passkeys/${passkeyId}`)).status, 404)
    assert.equal((await world.as(token)('GET', '/me')).status, 401)
  })

  it('an account has at most twenty', async () => {
    const { http, authenticator } = await somebody()
    const last = await newOptions(http)
    for (let count = 0; count < 20; count++) await add(http, authenticator, `Passkey ${count}`)
    assert.equal((await http('POST', '/me/passkeys/options', { body: {} })).status, 422)
    const body = { name: 'One more', credential: authenticator.create(last) }
    assert.equal((await http('POST', '/me/passkeys', { body })).status, 422)
  })

  it('there are none for an address that is a number', async () => {
    for (const host of ['192.0.2.1:8080', '[2001:db8::1]']) {
      const headers = { 'x-forwarded-host': host }
      const { status, text } = await world.anonymous('POST', '/auth/passkey/options', { headers })
      assert.equal(status, 404)
      assert.match(text, /host name/)
    }
  })
})
