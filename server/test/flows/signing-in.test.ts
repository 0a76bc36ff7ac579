import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Tokens } from '@portico/contract/auth'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { startWorld, type World } from '../world.ts'

describe('signing in', () => {
  let world: World
  before(async () => {
    world = await startWorld()
  })
  after(() => world.close())

  const signIn = async (body: unknown = { username: world.username, password: world.password }) =>
    world.anonymous('POST', '/auth/token', { body })
  const tokens = async () => (await signIn()).json as Tokens
  const isIn = async (token: string) => (await world.as(token)('GET', '/appeals')).status === 200

  it('gives a token, a refresh token and a lifetime, not to be stored on the way', async () => {
    const { status, json, headers } = await signIn()
    assert.equal(status, 200)
    assert.deepEqual(Object.keys(json as object).toSorted(), ['expiresIn', 'refreshToken', 'token'])
    assert.equal((json as Tokens).expiresIn, 3600)
    assert.equal(headers.get('cache-control'), 'no-store')
    assert.ok(await isIn((json as Tokens).token))
  })

  it('a wrong password and an unknown account are answered alike', async () => {
    const wrong = await signIn({ username: world.username, password: 'not the password at all' })
    const unknown = await signIn({ username: 'nobody-here', password: 'not the password at all' })
    assert.equal(wrong.status, 401)
    assert.deepEqual([wrong.status, wrong.text], [unknown.status, unknown.text])
  })

  it('malformed credentials are named', async () => {
    assert.match((await signIn({ username: 'x' })).text, /must have password/)
    assert.match((await signIn({ username: 'x', password: 'y', otp: 'z' })).text, /unknown field: otp/)
  })

  it('the token is a standard JWT that anyone can verify with the published keys', async () => {
    const { token } = await tokens()
    const keys = createRemoteJWKSet(new URL(`${world.baseUrl}/.well-known/jwks.json`))
    const { payload } = await jwtVerify(token, keys)
    assert.equal(payload.preferred_username, world.username)
    const { json } = await world.anonymous('GET', '/.well-known/openid-configuration')
    assert.equal((json as { issuer: string }).issuer, payload.iss)
  })

  it('a refresh token works once, and its second use ends the session', async () => {
    const first = await tokens()
    const refresh = (refreshToken: string) =>
      world.anonymous('POST', '/auth/refresh', { body: { refreshToken } })
    const second = (await refresh(first.refreshToken)).json as Tokens
    assert.ok(await isIn(second.token))
    assert.equal((await refresh(first.refreshToken)).status, 401)
    assert.equal((await refresh(second.refreshToken)).status, 401)
    assert.ok(!(await isIn(second.token)))
  })

  it('signing out ends the session at once', async () => {
    const { token, refreshToken } = await tokens()
    assert.equal((await world.as(token)('POST', '/auth/sign-out')).status, 204)
    assert.ok(!(await isIn(token)))
    assert.equal((await world.anonymous('POST', '/auth/refresh', { body: { refreshToken } })).status, 401)
  })

  it('an invitation sets a password once', async () => {
    const { token } = await world.service.identity.invite({ email: 'guest@example.test', roles: ['drafter'] })
    const accept = () =>
      world.anonymous('POST', '/auth/invitation', { body: { token, password: 'a long enough phrase' } })
    const { status, json } = await accept()
    assert.deepEqual([status, json], [201, { username: 'guest@example.test' }])
    assert.ok((await accept()).status >= 400)
    assert.equal(
      (await signIn({ username: 'guest@example.test', password: 'a long enough phrase' })).status,
      200,
    )
  })

  it('guessing is slowed down, with a time to wait', async () => {
    let last = await signIn()
    for (let guess = 0; guess < 30 && last.status !== 429; guess++) {
      last = await signIn({ username: 'victim', password: `guess number ${guess}` })
    }
    assert.equal(last.status, 429)
    assert.ok(Number(last.headers.get('retry-after')) >= 1)
    assert.match((last.json as { error: string }).error, /\./)
  })
})
