import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { PorticoClient } from './client.ts'
import type { SignedIn } from './signed-in.ts'
import { failure, json, type Sent, scriptedFetch } from './test/scripted-fetch.ts'

const baseUrl = 'http://portico.test'

/** Accepts the newest token until it expires, and mints `token-2` for `refresh-1` and so on, each once. */
function tokenService() {
  let newest = 1
  let isExpired = false
  const service = scriptedFetch((sent: Sent) => {
    if (sent.url.pathname === '/auth/refresh') {
      const { refreshToken } = sent.body as { refreshToken: string }
      if (refreshToken !== `refresh-${newest}`) return failure(401)
      newest += 1
      isExpired = false
      return json({ token: `token-${newest}`, refreshToken: `refresh-${newest}`, expiresIn: 3600 })
    }
    if (isExpired || sent.headers.get('authorization') !== `Bearer token-${newest}`) return failure(401)
    return json({ appeals: [] })
  })
  const refreshes = () => service.sent.filter(({ url }) => url.pathname === '/auth/refresh').length
  const expire = () => {
    isExpired = true
  }
  return { ...service, refreshes, expire }
}

describe('session', () => {
  it('is refreshed once for many calls that find their token refused', async () => {
    const { fetch, refreshes } = tokenService()
    const told: SignedIn[] = []
    const client = new PorticoClient({
      baseUrl,
      token: 'token-0',
      refreshToken: 'refresh-1',
      onTokens: (tokens) => void told.push(tokens),
      fetch,
    })
    const lists = await Promise.all(Array.from({ length: 20 }, () => client.appeals.list()))
    assert.equal(lists.length, 20)
    assert.equal(refreshes(), 1)
    assert.deepEqual(told, [{ idToken: 'token-2', refreshToken: 'refresh-2', expiresIn: 3600 }])
  })

  it('uses a token that came while its own call was on the way', async () => {
    const { fetch, refreshes } = tokenService()
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    let isFirst = true
    const client = new PorticoClient({
      baseUrl,
      token: 'token-0',
      refreshToken: 'refresh-1',
      async fetch(input, init) {
        const response = fetch(input, init)
        if (!isFirst) return response
        isFirst = false
        await held
        return response
      },
    })
    const slow = client.appeals.list()
    await client.appeals.list()
    release()
    await slow
    assert.equal(refreshes(), 1)
  })

  it('goes on with the refresh token that came last', async () => {
    const { fetch, refreshes, expire } = tokenService()
    const client = new PorticoClient({ baseUrl, token: 'token-1', refreshToken: 'refresh-1', fetch })
    for (let round = 1; round <= 3; round++) {
      expire()
      await client.appeals.list()
      assert.equal(refreshes(), round)
    }
  })

  it('that cannot be refreshed refuses every call, and does not try again', async () => {
    const { fetch, refreshes } = tokenService()
    const client = new PorticoClient({ baseUrl, token: 'token-0', refreshToken: 'spent', fetch })
    const calls = await Promise.allSettled(Array.from({ length: 5 }, () => client.appeals.list()))
    for (const call of calls) {
      assert.equal(call.status, 'rejected')
      assert.equal(call.reason.code, 'unauthenticated')
    }
    await assert.rejects(client.appeals.list(), { code: 'unauthenticated' })
    assert.equal(refreshes(), 1)
  })

  it('survives a refresh that the network lost', async () => {
    const { fetch } = tokenService()
    let isDown = true
    const client = new PorticoClient({
      baseUrl,
      token: 'token-0',
      refreshToken: 'refresh-1',
      async fetch(input, init) {
        if (isDown && input.endsWith('/auth/refresh')) throw new TypeError('reset')
        return fetch(input, init)
      },
    })
    await assert.rejects(client.appeals.list(), { code: 'network' })
    isDown = false
    assert.deepEqual(await client.appeals.list(), [])
  })

  it('without a refresh token ends with its token', async () => {
    const { fetch, sent } = tokenService()
    const client = new PorticoClient({ baseUrl, token: 'token-0', fetch })
    await assert.rejects(client.appeals.list(), { code: 'unauthenticated', message: 'This is 401.' })
    assert.equal(sent.length, 1)
  })

  it('does not refresh for ever when a new token is refused too', async () => {
    const { fetch, sent } = scriptedFetch(({ url }) =>
      url.pathname === '/auth/refresh'
        ? json({ token: 'token-2', refreshToken: 'refresh-2', expiresIn: 1 })
        : failure(401),
    )
    const client = new PorticoClient({ baseUrl, token: 'token-1', refreshToken: 'refresh-1', fetch })
    await assert.rejects(client.appeals.list(), { code: 'unauthenticated' })
    assert.equal(sent.length, 3)
  })

  it('lets a call be aborted while it waits for the refresh, and keeps the new token', async () => {
    const controller = new AbortController()
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const { fetch } = tokenService()
    const client = new PorticoClient({
      baseUrl,
      token: 'token-0',
      refreshToken: 'refresh-1',
      async fetch(input, init) {
        if (!input.endsWith('/auth/refresh')) return fetch(input, init)
        controller.abort()
        await held
        return fetch(input, init)
      },
    })
    await assert.rejects(client.appeals.list({ signal: controller.signal }), { code: 'aborted' })
    release()
    assert.deepEqual(await client.appeals.list(), [])
  })

  it('forgets its refresh token at sign-out', async () => {
    const { fetch, sent } = scriptedFetch(({ url }) =>
      url.pathname === '/auth/sign-out' ? new Response(null, { status: 204 }) : failure(401),
    )
    const client = new PorticoClient({ baseUrl, token: 'token-1', refreshToken: 'refresh-1', fetch })
    await client.signOut()
    await assert.rejects(client.appeals.list(), { code: 'unauthenticated' })
    assert.deepEqual(
      sent.map(({ url }) => url.pathname),
      ['/auth/sign-out', '/appeals'],
    )
  })

  it('forgets its tokens at sign-out, though the service cannot be told', async () => {
    for (const session of [{ token: 'token-1', refreshToken: 'refresh-1' }, { session: 'cookie' }] as const) {
      let isAway = false
      const { fetch, sent } = scriptedFetch(({ url }) => {
        if (isAway) throw new TypeError('no connection')
        return url.pathname === '/auth/session/refresh'
          ? json({ token: 'token-1', expiresIn: 60 })
          : json({ appeals: [] })
      })
      const client = new PorticoClient({ baseUrl, ...session, fetch, retries: 0 })
      await client.appeals.list()
      isAway = true
      await assert.rejects(client.signOut(), { code: 'network' })
      isAway = false
      const before = sent.length
      await client.appeals.list().catch(() => {})
      const sentLater = sent.slice(before)
      assert.ok(!sentLater.some(({ headers }) => headers.has('authorization')))
      assert.ok(!sentLater.some(({ url }) => url.pathname.endsWith('refresh')))
    }
  })

  describe('with credentials', () => {
    /** Signs in with one password; refresh tokens are dead from the start. */
    function signInService(right: string) {
      let newest = 0
      const service = scriptedFetch((sent: Sent) => {
        if (sent.url.pathname === '/auth/refresh') return failure(401)
        if (sent.url.pathname === '/auth/token') {
          if ((sent.body as { password: string }).password !== right) return failure(401)
          newest += 1
          return json({ token: `token-${newest}`, refreshToken: 'dead', expiresIn: 1 })
        }
        const isGood = sent.headers.get('authorization') === `Bearer token-${newest}`
        return isGood ? json({ appeals: [] }) : failure(401)
      })
      const asked = () => service.sent.map(({ url }) => url.pathname)
      const expire = () => {
        newest += 1
      }
      return { ...service, asked, expire }
    }

    it('begins without a token, and is begun anew when the refresh token is dead', async () => {
      const { fetch, asked, expire } = signInService('right')
      const told: SignedIn[] = []
      const onTokens = (tokens: SignedIn) => void told.push(tokens)
      const credentials = { username: 'ada', password: 'right' }
      const client = new PorticoClient({ baseUrl, credentials, onTokens, fetch })
      await Promise.all([client.appeals.list(), client.appeals.list()])
      assert.deepEqual(asked(), ['/auth/token', '/appeals', '/appeals'])
      expire()
      await client.appeals.list()
      assert.deepEqual(asked().slice(3), ['/appeals', '/auth/refresh', '/auth/token', '/appeals'])
      assert.deepEqual(
        told.map(({ idToken }) => idToken),
        ['token-1', 'token-3'],
      )
    })

    it('does not try a refused password twice, but asks a function each time', async () => {
      const { fetch, asked } = signInService('right')
      const wrong = new PorticoClient({ baseUrl, credentials: { username: 'ada', password: 'wrong' }, fetch })
      for (let time = 0; time < 3; time++)
        await assert.rejects(wrong.appeals.list(), { code: 'unauthenticated' })
      assert.equal(asked().filter((path) => path === '/auth/token').length, 1)
      const passwords = ['old', 'right']
      const credentials = async () => ({ username: 'ada', password: passwords.shift() ?? '' })
      const asking = new PorticoClient({ baseUrl, credentials, fetch })
      await assert.rejects(asking.appeals.list(), { code: 'unauthenticated' })
      assert.deepEqual(await asking.appeals.list(), [])
    })

    it('ends at sign-out all the same', async () => {
      const { fetch, asked } = signInService('right')
      const client = new PorticoClient({
        baseUrl,
        credentials: { username: 'ada', password: 'right' },
        fetch,
      })
      await client.signOut()
      const before = asked().length
      await assert.rejects(client.appeals.list(), { code: 'unauthenticated' })
      assert.equal(asked().length, before + 1)
    })
  })
})
