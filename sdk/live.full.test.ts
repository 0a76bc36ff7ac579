import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Profile } from '@portico/contract/profile'
import { startWorld, type World } from '../server/test/world.ts'
import { PorticoClient } from './client.ts'
import { signIn } from './sign-in.ts'
import { describeClient } from './test/behaviour.ts'
import { kneeOrders } from './test/subject.ts'

describe('over the live service', () => {
  let world: World
  before(async () => {
    world = await startWorld()
  })
  after(() => world?.close())

  describeClient('the client', async () => {
    const { baseUrl, username, password, caseId } = world
    const { idToken, refreshToken } = await signIn({ baseUrl, username, password })
    const client = new PorticoClient({ baseUrl, token: idToken, refreshToken })
    for (const entry of kneeOrders) {
      const { profile } = (await world.admin('GET', '/profile')).json as { profile: Profile }
      const others = profile.boilerplate.filter(({ name }) => name !== entry.name)
      const body = { profile: { ...profile, boilerplate: [...others, entry] }, why: 'A knee.' }
      assert.equal((await world.admin('PUT', '/profile', { body })).status, 200)
    }
    const other = (await client.appeals.list()).find(({ id }) => id !== caseId)
    return { client, username, appealId: caseId, otherAppealId: other?.id ?? '', word: 'veteran' }
  })

  describe('signing in', () => {
    it('gives tokens, or says no', async () => {
      const { baseUrl, username, password } = world
      const { expiresIn } = await signIn({ baseUrl, username, password })
      assert.ok(expiresIn > 0 && expiresIn <= 3600)
      await assert.rejects(signIn({ baseUrl, username, password: 'wrong' }), {
        code: 'unauthenticated',
        status: 401,
      })
    })

    it('is not needed again while the refresh token lives', async () => {
      const { baseUrl, username, password } = world
      const { refreshToken } = await signIn({ baseUrl, username, password })
      const paths: string[] = []
      const client = new PorticoClient({
        baseUrl,
        token: 'expired',
        refreshToken,
        fetch(input, init) {
          paths.push(new URL(input).pathname)
          return fetch(input, init)
        },
      })
      await Promise.all(Array.from({ length: 5 }, () => client.appeals.list()))
      assert.equal(paths.filter((path) => path === '/auth/refresh').length, 1)
      assert.ok(!paths.includes('/auth/token'))
    })
  })

  it('an event stream that is cut again and again brings every event once', async () => {
    const { baseUrl, username, password, caseId, documentId } = world
    const { idToken } = await signIn({ baseUrl, username, password })
    const connections: { isStream: boolean; abort(): void }[] = []
    const client = new PorticoClient({
      baseUrl,
      token: idToken,
      fetch(input, init) {
        const cut = new AbortController()
        const isStream = new Headers(init.headers).get('accept') === 'text/event-stream'
        connections.push({ isStream, abort: () => cut.abort() })
        init.signal?.addEventListener('abort', () => cut.abort())
        return fetch(input, { ...init, signal: cut.signal })
      },
    })
    const { events } = await client.cases.events(caseId, { limit: 1000 }).page()
    const stream = client.cases.watch(caseId, { after: events.at(-1)?.position, types: ['document.tagged'] })
    const wanted = Array.from({ length: 6 }, (_, index) => `cut ${index}`)
    const seen: unknown[] = []
    for (const text of wanted) {
      await client.documents.addTag(caseId, documentId, text)
      if (seen.length % 2 === 0) for (const connection of connections) connection.abort()
      seen.push((await stream.next()).value?.data?.text)
    }
    await stream.return()
    assert.deepEqual(seen, wanted)
    assert.ok(connections.filter(({ isStream }) => isStream).length >= 3, 'the stream was opened again')
  })
})
