import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { OpenedCase } from '@portico/contract/intake'
import { isAboutCase, type Route } from '@portico/contract/route'
import type { ScopedAccess } from '@portico/contract/scoped-access'
import { type RouteName, routes } from '@portico/contract/table'
import { roles } from '../../profile/default/people.ts'
import { type Running, servePortico } from '../process.ts'
import { fileRecording, heldSession } from '../recorded-session.ts'
import { smallest } from '../smallest.ts'
import { until } from '../until.ts'
import { startWorld, type World } from '../world.ts'

const table = routes as Record<string, Route>
const sound = Buffer.from('the very sound of what was said')

type Answer = { status: number; text: string }

/** What was recorded, at two processes: what one of them is told holds for the other at once. */
describe('a recording, by every door of two processes', () => {
  let world: World
  let second: Running
  let bases: string[]
  let open: string
  let hidden: string
  let elsewhere: string
  const recordings = new Map<string, { sessionId: string; documentId: string }>()
  const tokens = new Map<string, string>()
  const secrets = () =>
    new RegExp(
      [...recordings.values()].flatMap(({ sessionId, documentId }) => [sessionId, documentId]).join('|') +
        `|${sound}`,
    )

  before(async () => {
    world = await startWorld({ PORTICO_MODE: 'deployment' })
    const { databaseUrl = '', dataFolder } = world.service.settings
    second = await servePortico({
      PORTICO_MODE: 'deployment',
      PORTICO_DATA: dataFolder,
      DATABASE_URL: databaseUrl,
    })
    bases = [world.baseUrl, second.url]
    open = await recorded('Open')
    elsewhere = await recorded('Elsewhere')
    hidden = await recorded('Hidden')
    await done('PUT', `/cases/${hidden}/sensitivity`, { level: 6, why: 'A colleague.' })
    for (const { name } of roles) await signedIn(name, [name])
  })
  after(async () => {
    second.child.kill('SIGTERM')
    await second.ended
    await world.close()
  })

  async function done<Json>(method: string, path: string, body?: unknown): Promise<Json> {
    const reply = await world.admin(method, path, body === undefined ? {} : { body })
    assert.ok(reply.status < 300, `${method} ${path}: ${reply.status} ${reply.text}`)
    return reply.json as Json
  }

  async function recorded(lastName: string): Promise<string> {
    const body = { veteran: { firstName: 'Ada', lastName }, receiptDate: '2026-03-02' }
    const { id } = (await done<OpenedCase>('POST', '/cases', body)).case
    const sessionId = await heldSession(world, id)
    recordings.set(id, {
      sessionId,
      documentId: await fileRecording(world, { caseId: id, sessionId }, { sound }),
    })
    return id
  }

  async function signedIn(username: string, held: string[]) {
    await world.member(username, held)
    const body = { username, password: world.password }
    const { token } = (await world.anonymous('POST', '/auth/token', { body })).json as { token: string }
    tokens.set(username, token)
  }

  const memberId = async (username: string) => (await world.service.identity.members.find(username))?.id ?? ''

  async function ask(base: string, username: string, method: string, path: string): Promise<Answer> {
    const headers = { authorization: `Bearer ${tokens.get(username) ?? username}`, range: 'bytes=0-99999' }
    const response = await fetch(base + path, { method, headers })
    return { status: response.status, text: Buffer.from(await response.arrayBuffer()).toString('latin1') }
  }

  const read = (Object.keys(table) as RouteName[]).filter((name) => {
    const route = table[name] as Route
    const isRead = (route.method === 'GET' && !route.public) || name === 'grantScopedAccess'
    return isRead && isAboutCase(route)
  })

  function pathOf(name: RouteName, caseId: string, of = recordings.get(caseId)): string {
    const route = table[name] as Route
    const known: Record<string, string | undefined> = {
      id: caseId,
      docId: of?.documentId,
      sessionId: of?.sessionId,
      page: '1',
      version: '1',
    }
    const path = route.path.replaceAll(/\{(\w+)\}/g, (_, param: string) => known[param] ?? 'none')
    const least = Object.entries((route.query ? smallest(route.query) : {}) as Record<string, unknown>)
    const query = new URLSearchParams(least.map(([key, value]) => [key, String(value)]))
    if (name === 'searchCase') query.set('q', 'Recording')
    return query.size > 0 ? `${path}?${query}` : path
  }

  it('is had by those who work on the case, at both, and is one and the same there', async () => {
    // While the whole file is being made, a range of it is answered with all of it.
    for (const base of bases)
      await until(async () => (await ask(base, 'adjudicator', 'GET', pathOf('getFile', open))).status === 206)
    const had = new Set<RouteName>()
    for (const name of read) {
      const [one, other] = await Promise.all(
        bases.map((base) => ask(base, 'adjudicator', table[name]?.method ?? '', pathOf(name, open))),
      )
      assert.equal(one?.status, other?.status, name)
      if (secrets().test(one?.text ?? '')) had.add(name)
    }
    for (const door of ['getOriginal', 'listCaseDocuments', 'getCaseDocument', 'listCaseEvents'] as const)
      assert.ok(had.has(door), door)
  })

  it('of a case above the clearance there is nothing, for any role, at either', async () => {
    const found = recordings.get(hidden)
    const isNothing = async (role: string, name: RouteName, base: string) => {
      const method = table[name]?.method ?? ''
      const ours = await ask(base, role, method, pathOf(name, hidden))
      assert.deepEqual(
        ours,
        await ask(base, role, method, pathOf(name, 'case_none', found)),
        `${role} ${name}`,
      )
      assert.ok(ours.status >= 400, `${role} ${name}`)
    }
    for (const { name: role } of roles)
      await Promise.all(
        bases.map(async (base) => {
          for (const name of read) await isNothing(role, name, base)
        }),
      )
  })

  it('of another case than their own a representative has nothing, and of their own until the grant ends', async () => {
    const [partyId, counsel] = ['claimant', 'counsel']
    const person = { firstName: 'Ada', lastName: 'Elsewhere' }
    const { documentId } = recordings.get(elsewhere) ?? assert.fail()
    await done('POST', `/cases/${elsewhere}/parties/${partyId}`, { role: 'appellant', person })
    await done('POST', `/cases/${elsewhere}/parties/${counsel}`, { role: 'attorney', person })
    await done('PUT', `/cases/${elsewhere}/parties/${partyId}/representation`, {
      representativeId: counsel,
      powerOfAttorney: { start: '2020-01-01', scope: 'all', documentId },
    })
    const { grant } = await done<{ grant: { id: string } }>('POST', `/cases/${elsewhere}/access-grants`, {
      memberId: await memberId('representative'),
      partyId,
    })
    const bytes = (base: string, caseId: string) =>
      ask(base, 'representative', 'GET', pathOf('getOriginal', caseId))
    for (const base of bases) {
      assert.equal((await bytes(base, elsewhere)).text, String(sound))
      assert.equal((await bytes(base, open)).status, 404)
    }
    const place = `/cases/${elsewhere}/scoped-access`
    const { access } = JSON.parse(
      (await ask(bases[0]!, 'representative', 'POST', place)).text,
    ) as ScopedAccess
    const paths = access.files.map(({ url }) => new URL(url).pathname)
    assert.ok(paths.length > 0)
    const statuses = async () =>
      Promise.all(bases.flatMap((base) => paths.map(async (path) => (await fetch(base + path)).status)))
    assert.deepEqual(new Set(await statuses()), new Set([200]))
    await done('DELETE', `/cases/${elsewhere}/access-grants/${grant.id}`)
    for (const base of bases.toReversed()) assert.equal((await bytes(base, elsewhere)).status, 404)
    assert.ok((await statuses()).every((status) => status === 403 || status === 404))
  })

  it('a right that is lost at one process is lost at the other, for the next request', async () => {
    await signedIn('leaver', ['adjudicator'])
    const bytes = (base: string) => ask(base, 'leaver', 'GET', pathOf('getOriginal', open))
    for (const base of bases) assert.equal((await bytes(base)).text, String(sound))
    const losses: [what: string, change: unknown, back: unknown][] = [
      ['their roles', { roles: ['operator'] }, { roles: ['adjudicator'] }],
      ['the case', { level: 9, why: 'Above.' }, { level: 0, why: 'Not any more.' }],
    ]
    for (const [what, change, back] of losses) {
      const path = what === 'the case' ? `/cases/${open}/sensitivity` : `/members/${await memberId('leaver')}`
      const method = what === 'the case' ? 'PUT' : 'PATCH'
      await done(method, path, change)
      const now = await bytes(second.url)
      assert.ok(now.status >= 400 && !now.text.includes(String(sound)), what)
      await done(method, path, back)
      assert.equal((await bytes(second.url)).text, String(sound), what)
    }
    await world.service.identity.members.deactivate(await memberId('leaver'))
    assert.equal((await bytes(second.url)).status, 401)
  })

  it('the link of a guest opens a room, and nothing else, at either', async () => {
    const sessions = `/cases/${open}/sessions`
    const { session } = await done<{ session: { id: string } }>('POST', sessions, { kind: 'video' })
    const slot = { startsAt: '2096-03-05T15:00:00.000Z', minutes: 60, timeZone: 'America/New_York' }
    await done('PUT', `${sessions}/${session.id}/slot`, { slot })
    const invited = await until(async () => {
      const body = { name: 'Gus' }
      const reply = await world.admin('POST', `${sessions}/${session.id}/conference/links`, { body })
      return reply.status < 300 ? reply : undefined
    })
    const [, link = assert.fail(invited.text)] = /#([^"]+)"/.exec(invited.text) ?? []
    for (const base of bases)
      for (const name of read) {
        const method = table[name]?.method ?? ''
        const answer = await ask(base, link, method, pathOf(name, open))
        assert.equal(answer.status, 401, name)
      }
  })
})
