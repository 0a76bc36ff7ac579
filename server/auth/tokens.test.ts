import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify, SignJWT } from 'jose'
import { freshDatabase, type TestDatabase } from '../test/database.ts'
import { testClock } from '../test/identity.ts'
import { openSecret } from './secret.ts'
import { openSigningKeys, publishAheadMs } from './signing-keys.ts'
import { openTokens } from './tokens.ts'

const issuer = 'https://portico.example'
const audience = 'portico'
const member = { id: 'mem_1', username: 'sam', displayName: 'Sam Rivera', roles: ['drafter'] }
const refused = { code: 'unauthenticated' }

describe('tokens', () => {
  const { clock, pass } = testClock()
  let db: TestDatabase
  let server: Server
  before(async () => {
    db = await freshDatabase()
  })
  after(async () => {
    server?.close()
    await db.close()
  })

  const openProcess = (secret = 'a secret that only the tests know.') => {
    const keys = openSigningKeys({ db, clock, secret: openSecret(secret) })
    return { ...openTokens({ keys, clock, issuer, audience }), keys }
  }
  const issue = async ({ prepare }: ReturnType<typeof openProcess>) => (await prepare())(member, 'ses_1')

  it('two processes that start at once share one key', async () => {
    const processes = Array.from({ length: 5 }, () => openProcess())
    const tokens = await Promise.all(processes.map(issue))
    const used = new Set(tokens.map((token) => decodeProtectedHeader(token).kid))
    assert.equal(used.size, 1)
    assert.equal((await processes[0]!.keys.jwks()).keys.length, 1)
    for (const { verify } of processes) {
      for (const token of tokens) assert.equal((await verify(token)).memberId, 'mem_1')
    }
  })

  it('any client that knows only the published keys can verify one', async () => {
    const mine = openProcess()
    server = createServer(async (_, response) => {
      response.setHeader('content-type', 'application/json').end(JSON.stringify(await mine.keys.jwks()))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const published = createRemoteJWKSet(new URL(`http://127.0.0.1:${port}/jwks.json`))
    const { payload, protectedHeader } = await jwtVerify(await issue(mine), published, {
      issuer,
      audience,
      currentDate: clock(),
    })
    assert.equal(protectedHeader.alg, 'ES256')
    const { jti, iat, exp, ...claims } = payload
    assert.match(jti ?? '', /^[0-9a-f-]{36}$/)
    assert.equal(iat, clock().getTime() / 1000)
    assert.equal((exp ?? 0) - (iat ?? 0), 3600)
    assert.deepEqual(claims, {
      iss: issuer,
      aud: audience,
      sub: 'mem_1',
      sid: 'ses_1',
      preferred_username: 'sam',
      name: 'Sam Rivera',
      roles: ['drafter'],
    })
  })

  it('the published keys hold nothing private', async () => {
    const { keys } = await openProcess().keys.jwks()
    assert.deepEqual(Object.keys(keys[0]!).sort(), ['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'])
  })

  it('a token is good for an hour and five seconds of another clock', async () => {
    const mine = openProcess()
    const token = await issue(mine)
    pass(3_604_000)
    await mine.verify(token)
    pass(2_000)
    await assert.rejects(mine.verify(token), refused)
  })

  it('a token of another issuer, audience, key, type or algorithm is refused', async () => {
    const mine = openProcess()
    const { keyId, privateKey } = await mine.keys.signer()
    const nowSeconds = clock().getTime() / 1000
    const claims = {
      iss: issuer,
      aud: audience,
      sub: 'mem_1',
      sid: 'ses_1',
      jti: '1',
      iat: nowSeconds,
      exp: nowSeconds + 60,
    }
    const header = { alg: 'ES256', kid: keyId, typ: 'JWT' }
    const sign = (change: object, headerChange: object = {}) =>
      new SignJWT({ ...claims, ...change })
        .setProtectedHeader({ ...header, ...headerChange })
        .sign(privateKey)
    assert.equal((await mine.verify(await sign({}))).sessionId, 'ses_1')

    const [publicKey] = (await mine.keys.jwks()).keys
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.`
    const shared = await new SignJWT(claims)
      .setProtectedHeader({ ...header, alg: 'HS256' })
      .sign(Buffer.from(JSON.stringify(publicKey)))
    const good = await sign({})
    const bad = [
      await sign({ iss: 'https://elsewhere.example' }),
      await sign({ aud: 'another' }),
      await sign({ exp: nowSeconds - 6 }),
      await sign({ exp: undefined }),
      await sign({ sid: undefined }),
      await sign({ nbf: nowSeconds + 60 }),
      await sign({}, { kid: 'key_unknown' }),
      await sign({}, { kid: undefined }),
      await sign({}, { typ: 'at+jwt' }),
      none,
      shared,
      `${good.slice(0, -4)}AAAA`,
      '',
      'a.b.c',
      'x'.repeat(10_000),
    ]
    for (const token of bad) await assert.rejects(mine.verify(token), refused, token)
  })

  it('a new key is published before it signs, and the old one verifies until its last token has expired', async () => {
    const mine = openProcess()
    const other = openProcess()
    const old = await issue(mine)
    await other.verify(old)
    const { keyId, signsFrom } = await mine.keys.rotate()
    assert.equal(signsFrom.getTime() - clock().getTime(), publishAheadMs)
    pass(60_000)
    const published = (await other.keys.jwks()).keys.map((key) => key.kid)
    assert.ok(published.includes(keyId))
    assert.notEqual(decodeProtectedHeader(await issue(mine)).kid, keyId)

    pass(publishAheadMs - 61_000)
    const last = await issue(other)
    assert.notEqual(decodeProtectedHeader(last).kid, keyId)
    pass(1_000)
    const next = await issue(mine)
    assert.equal(decodeProtectedHeader(next).kid, keyId)
    assert.equal(decodeProtectedHeader(await issue(other)).kid, keyId)
    for (const { verify } of [mine, other]) for (const token of [old, last, next]) await verify(token)

    pass(3_598_000)
    await other.verify(last)
    await mine.keys.maintain()
    assert.equal((await mine.keys.jwks()).keys.length, 2)
    pass(10_000)
    await mine.keys.maintain()
    assert.deepEqual(
      (await mine.keys.jwks()).keys.map((key) => key.kid),
      [keyId],
    )
  })

  it('a token of a key that is new to a process is verified at once', async () => {
    const mine = openProcess()
    const other = openProcess()
    await other.verify(await issue(mine))
    await mine.keys.replaceAll()
    assert.equal((await other.verify(await issue(mine))).memberId, 'mem_1')
  })

  it('after all keys are replaced no process signs with an old one', async () => {
    const mine = openProcess()
    const other = openProcess()
    const before = await issue(other)
    const { keyId } = await mine.keys.replaceAll()
    assert.equal(decodeProtectedHeader(await issue(other)).kid, keyId)
    await assert.rejects(mine.verify(before), refused)
    pass(60_000)
    await assert.rejects(other.verify(before), refused)
  })

  it('a key that has signed for three months is rotated by the daily job, once', async () => {
    const mine = openProcess()
    pass(91 * 24 * 3_600_000)
    await mine.keys.maintain()
    await openProcess().keys.maintain()
    assert.equal((await mine.keys.jwks()).keys.length, 2)
  })

  it('a private key is not in the database in clear, and another secret cannot open it', async () => {
    const mine = openProcess()
    const { keyId } = await mine.keys.replaceAll()
    await issue(mine)
    const [row] = await db.rows<{ sealed_private_key: Buffer; public_key: object }>(
      `select sealed_private_key, public_key from signing_keys where id = $1`,
      [keyId],
    )
    assert.equal(row?.sealed_private_key.includes('PRIVATE KEY'), false)
    assert.deepEqual(Object.keys(row?.public_key ?? {}).sort(), ['crv', 'kty', 'x', 'y'])
    const stranger = openProcess('a secret of another deployment, long')
    await assert.rejects(issue(stranger), /encrypted with another secret/)
    await stranger.keys.replaceAll()
    await issue(stranger)
  })
})
