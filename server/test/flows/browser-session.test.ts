import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { BrowserSession } from '@portico/contract/auth'
import { type Reply, startWorld, type World } from '../world.ts'

describe('the session of a browser', () => {
  let world: World
  before(async () => {
    world = await startWorld({ PORTICO_TRUST_PROXY: '1' })
  })
  after(() => world.close())

  const own = { 'portico-session': 'cookie', 'sec-fetch-site': 'same-origin' }
  const signIn = (headers: Record<string, string> = own) =>
    world.anonymous('POST', '/auth/session', {
      body: { username: world.username, password: world.password },
      headers,
    })
  const cookieOf = ({ headers }: Reply) => (headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  const refresh = (cookie: string, headers: Record<string, string> = own) =>
    world.anonymous('POST', '/auth/session/refresh', { headers: { ...headers, cookie } })
  const signOut = (cookie: string, headers: Record<string, string> = own) =>
    world.anonymous('DELETE', '/auth/session', { headers: { ...headers, cookie } })
  const isIn = async (token: string) => (await world.as(token)('GET', '/me')).status === 200
  const tokenOf = ({ json }: Reply) => (json as BrowserSession).token

  it('has its refresh token in a cookie only, which no script, no other site and no other path gets', async () => {
    const reply = await signIn()
    assert.equal(reply.status, 200)
    assert.deepEqual(Object.keys(reply.json as object).toSorted(), ['expiresIn', 'token'])
    assert.equal(reply.headers.get('cache-control'), 'no-store')
    const [pair, ...attributes] = (reply.headers.get('set-cookie') ?? '').split('; ')
    assert.match(pair ?? '', /^portico_session_\d+=[\w-]{40,}$/)
    assert.deepEqual(attributes, ['Path=/auth/session', 'HttpOnly', 'SameSite=Strict'])
    assert.ok(await isIn(tokenOf(reply)))
  })

  it('has a secure cookie behind a proxy that speaks TLS', async () => {
    const reply = await signIn({ ...own, 'x-forwarded-proto': 'https' })
    assert.match(reply.headers.get('set-cookie') ?? '', /; Secure$/)
  })

  it('goes on by its cookie, which changes every time', async () => {
    const first = await signIn()
    const second = await refresh(cookieOf(first))
    assert.equal(second.status, 200)
    assert.ok(await isIn(tokenOf(second)))
    assert.notEqual(cookieOf(second), cookieOf(first))
    assert.equal((await refresh(cookieOf(second))).status, 200)
  })

  it('gives the same cookie to two that ask at once, and ends when an older one comes back', async () => {
    const first = await signIn()
    const [one, other] = await Promise.all([refresh(cookieOf(first)), refresh(cookieOf(first))])
    assert.deepEqual([one.status, other.status], [200, 200])
    assert.equal(cookieOf(one), cookieOf(other))
    const next = await refresh(cookieOf(one))
    assert.equal((await refresh(cookieOf(first))).status, 401)
    assert.equal((await refresh(cookieOf(next))).status, 401)
    assert.ok(!(await isIn(tokenOf(next))))
  })

  it('ends at once for all its tokens, and takes the cookie back', async () => {
    const session = await signIn()
    const reply = await signOut(cookieOf(session))
    assert.equal(reply.status, 204)
    assert.match(
      reply.headers.get('set-cookie') ?? '',
      /^portico_session_\d+=; Path=\/auth\/session;.*Max-Age=0$/,
    )
    assert.ok(!(await isIn(tokenOf(session))))
    assert.equal((await refresh(cookieOf(session))).status, 401)
    assert.equal((await signOut('')).status, 204)
  })

  it('is not there for a page of another origin, nor for a form', async () => {
    const cookie = cookieOf(await signIn())
    const { host } = new URL(world.baseUrl)
    const others: Record<string, string>[] = [
      {},
      { 'portico-session': 'cookie' },
      { 'sec-fetch-site': 'same-origin' },
      { 'portico-session': 'cookie', 'sec-fetch-site': 'cross-site' },
      { 'portico-session': 'cookie', 'sec-fetch-site': 'same-site', origin: world.baseUrl },
      { 'portico-session': 'cookie', 'sec-fetch-site': 'none' },
      { 'portico-session': 'cookie', origin: 'https://evil.example' },
      { 'portico-session': 'cookie', origin: `https://${host}` },
      { 'portico-session': 'cookie', origin: 'null' },
    ]
    for (const headers of others) {
      const said = JSON.stringify(headers)
      for (const reply of [
        await signIn(headers),
        await refresh(cookie, headers),
        await signOut(cookie, headers),
      ]) {
        assert.equal(reply.status, 403, said)
        assert.equal(reply.headers.get('set-cookie'), null, said)
      }
    }
    const byOrigin = await refresh(cookie, { 'portico-session': 'cookie', origin: world.baseUrl })
    assert.equal(byOrigin.status, 200, 'nothing above has used the cookie')
  })

  it('is none by a cookie that is missing, broken, or the refresh token of another client', async () => {
    const [name] = cookieOf(await signIn()).split('=')
    assert.equal((await refresh(`${name}=nonsense`)).status, 401)
    // A browser without a session is told so: that is no error.
    for (const cookie of ['', `${name}=`, `${name}=%E0%A4`, 'portico_session_1=x']) {
      const { status, headers, json } = await refresh(cookie)
      assert.deepEqual([status, json, headers.get('set-cookie')], [204, undefined, null], cookie)
    }
    const { username, password } = world
    const { json } = await world.anonymous('POST', '/auth/token', { body: { username, password } })
    const { refreshToken } = json as { refreshToken: string }
    assert.equal((await refresh(`${name}=${refreshToken}`)).status, 401)
    const [, value = ''] = cookieOf(await signIn()).split('=')
    const asBody = await world.anonymous('POST', '/auth/refresh', { body: { refreshToken: value } })
    assert.equal(asBody.status, 401)
  })

  it('is no way around the limit on guessing', async () => {
    let last = await signIn()
    for (let guess = 0; guess < 30 && last.status !== 429; guess++) {
      const body = { username: 'victim', password: `guess number ${guess}` }
      last = await world.anonymous('POST', '/auth/session', { body, headers: own })
    }
    assert.equal(last.status, 429)
  })
})
