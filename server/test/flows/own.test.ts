import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Place, Visit } from '@portico/contract/own'
import type { Coverage } from '@portico/contract/seen-pages'
import { PorticoClient } from '@portico/sdk'
import { openPlaces } from '../../app/own/places.ts'
import { openPreferences } from '../../app/own/preferences.ts'
import { openPresence } from '../../app/own/presence.ts'
import { testClock } from '../identity.ts'
import { until } from '../until.ts'
import { type Http, startWorld, type World } from '../world.ts'

describe('what a member keeps for themselves', () => {
  let world: World
  let dora: Http
  before(async () => {
    world = await startWorld()
    dora = await world.member('dora', ['drafter'])
  })
  after(() => world.close())

  const preferencesOf = async (http: Http) =>
    ((await http('GET', '/me/preferences')).json as { preferences: object }).preferences

  it('begins empty, is replaced or changed in part, and is nobody else’s', async () => {
    assert.deepEqual(await preferencesOf(dora), {})
    const preferences = { theme: 'dark', views: [{ name: 'Mine', status: 'drafting' }] }
    assert.equal((await dora('PUT', '/me/preferences', { body: { preferences } })).status, 200)
    const { json } = await dora('PATCH', '/me/preferences', {
      body: { preferences: { theme: null, density: 'dense' } },
    })
    const changed = { views: preferences.views, density: 'dense' }
    assert.deepEqual(json, { preferences: changed })
    assert.deepEqual(await preferencesOf(dora), changed)
    assert.deepEqual(await preferencesOf(world.admin), {})
  })

  it('loses no change of two at once', async () => {
    await dora('PUT', '/me/preferences', { body: { preferences: {} } })
    const names = Array.from({ length: 10 }, (_, index) => `n${index}`)
    await Promise.all(
      names.map((name) => dora('PATCH', '/me/preferences', { body: { preferences: { [name]: 1 } } })),
    )
    assert.deepEqual(Object.keys(await preferencesOf(dora)).toSorted(), names)
  })

  it('has a limit, and what is over it changes nothing', async () => {
    const before = await preferencesOf(dora)
    const half = 'x'.repeat(40_000)
    assert.equal((await dora('PATCH', '/me/preferences', { body: { preferences: { half } } })).status, 200)
    const more = await dora('PATCH', '/me/preferences', { body: { preferences: { other: half } } })
    assert.deepEqual([more.status, /at most 64 KB/.test(more.text)], [400, true])
    const whole = { preferences: { all: 'x'.repeat(70_000) } }
    assert.equal((await dora('PUT', '/me/preferences', { body: whole })).status, 413)
    assert.deepEqual(
      Object.keys(await preferencesOf(dora)).toSorted(),
      [...Object.keys(before), 'half'].toSorted(),
    )
    assert.equal((await dora('PUT', '/me/preferences', { body: { preferences: [] } })).status, 400)
  })

  it('knows the place in each document, the latest first', async () => {
    const { caseId, documentId } = world
    const at = `/cases/${caseId}/documents/${documentId}/place`
    const places = async (http: Http) =>
      ((await http('GET', `/cases/${caseId}/places`)).json as { places: Place[] }).places
    assert.deepEqual(await places(dora), [])
    assert.equal((await dora('PUT', at, { body: { page: 1 } })).status, 204)
    assert.equal((await dora('PUT', at, { body: { page: 2, zoom: 1.5, rotation: 90 } })).status, 204)
    const [kept, ...others] = await places(dora)
    const { at: _, ...place } = kept as Place
    assert.deepEqual([place, others], [{ documentId, page: 2, zoom: 1.5, rotation: 90 }, []])
    assert.deepEqual(await places(world.admin), [])
    assert.equal((await dora('PUT', at, { body: { page: 1, rotation: 45 } })).status, 400)
    const elsewhere = `/cases/${caseId}/documents/doc_none/place`
    assert.equal((await dora('PUT', elsewhere, { body: { page: 1 } })).status, 404)
  })

  it('knows which pages were looked at; those who review see how much each has read', async () => {
    const { caseId, documentId } = world
    const at = `/cases/${caseId}/seen-pages`
    const saw = (http: Http, ...runs: [number, number][]) =>
      http('POST', at, { body: { runs: runs.map(([first, last]) => ({ first, last })) } })
    const judith = await world.member('judith', ['adjudicator'])
    await Promise.all([saw(dora, [1, 1], [3, 4]), saw(dora, [2, 2])])
    assert.equal((await saw(dora, [3, 3])).status, 204)
    assert.deepEqual((await dora('GET', at)).json, { runs: [{ first: 1, last: 4 }] })
    assert.deepEqual((await judith('GET', at)).json, { runs: [] })
    assert.equal((await saw(dora, [4, 2])).status, 400)
    await saw(dora, [900_000, 900_001])
    await dora('PUT', `/appeals/${caseId}/documents/${documentId}/read-state`, { body: { read: true } })
    const { status, json } = await judith('GET', `/cases/${caseId}/coverage`)
    assert.equal(status, 200)
    const { coverage } = json as { coverage: Coverage }
    const { memberId: _, ...of } = coverage.readers.find(({ username }) => username === 'dora') ?? {}
    const wanted = { username: 'dora', displayName: 'dora', pagesSeen: 4, documentsRead: 1, drafts: false }
    assert.deepEqual(of, wanted)
    assert.ok(coverage.pages > 4 && coverage.documents > 1)
    assert.equal((await dora('GET', `/cases/${caseId}/coverage`)).status, 403)
  })

  it('knows since when a case is new to its visitor, also after a reload', async () => {
    const { clock, pass } = testClock()
    const { db } = world.service
    const places = openPlaces({ db, clock })
    const { json } = await dora('GET', '/me')
    const of = { memberId: (json as { me: { id: string } }).me.id, caseId: world.caseId }
    const first = clock().toISOString()
    assert.deepEqual(await places.visit(of, 5), { since: null, version: null })
    pass(60_000)
    assert.deepEqual(await places.visit(of, 6), { since: null, version: null })
    const last = clock().toISOString()
    pass(31 * 60_000)
    assert.deepEqual(await places.visit(of, 9), { since: last, version: 6 })
    pass(60_000)
    assert.deepEqual(await places.visit(of, 12), { since: last, version: 6 })
    assert.notEqual(first, last)
    const over = await dora('POST', `/cases/${world.caseId}/visit`)
    assert.equal(typeof (over.json as { visit: Visit }).visit.version, 'number')
  })

  it('is erased when they have been gone for a month', async () => {
    const leaver = await world.member('leaver', ['drafter'])
    await leaver('PUT', '/me/preferences', { body: { preferences: { theme: 'dark' } } })
    const { json } = await leaver('GET', '/me')
    const { id } = (json as { me: { id: string } }).me
    await world.admin('DELETE', `/members/${id}`)
    const { db } = world.service
    const kept = async () =>
      (await db.rows(`select from member_preferences where member_id = $1`, [id])).length
    const later = (days: number) => () => new Date(Date.now() + days * 86_400_000)
    await openPreferences({ db, clock: later(29) }).forgetLeft()
    assert.equal(await kept(), 1)
    await openPreferences({ db, clock: later(31) }).forgetLeft()
    assert.equal(await kept(), 0)
    assert.notDeepEqual(await preferencesOf(dora), {})
  })
})

describe('who reads a case now', () => {
  let world: World
  before(async () => {
    world = await startWorld()
  })
  after(() => world.close())

  type Present = { username: string; page?: number }[]
  const at = () => `/cases/${world.caseId}/presence`
  const presentFor = async (http: Http) =>
    ((await http('GET', at())).json as { present: Present }).present.map(({ username, page }) => [
      username,
      page,
    ])

  it('is known to colleagues while they are there, and is no event', async () => {
    const [dora, judith] = [
      await world.member('dora', ['drafter']),
      await world.member('judith', ['adjudicator']),
    ]
    const { json: before } = await world.admin('GET', `/cases/${world.caseId}`)
    assert.deepEqual((await dora('PUT', at(), { body: { page: 3 } })).json, { present: [] })
    const { json } = await judith('PUT', at(), { body: {} })
    assert.deepEqual(
      (json as { present: Present }).present.map(({ username, page }) => [username, page]),
      [['dora', 3]],
    )
    assert.deepEqual(await presentFor(dora), [['judith', undefined]])
    await dora('PUT', at(), { body: { page: 4 } })
    assert.deepEqual(await presentFor(judith), [['dora', 4]])
    assert.equal((await dora('DELETE', at())).status, 204)
    assert.deepEqual(await presentFor(judith), [])
    await judith('DELETE', at())
    const { json: now } = await world.admin('GET', `/cases/${world.caseId}`)
    assert.deepEqual(now, before)
  })

  it('is told at once to who reads the same, and to nobody else', async () => {
    const [eve, ruth, uma] = [
      await world.member('eve', ['drafter']),
      await world.member('ruth', ['adjudicator']),
      await world.member('uma', ['drafter']),
    ]
    const idOf = async (username: string) => (await world.service.identity.members.find(username))?.id ?? ''
    const { feed } = world.service.portico.presence
    const told: string[] = []
    const hear = async (username: string) =>
      feed.hear(await idOf(username), (caseIds) => told.push(`${username} ${caseIds.join()}`))
    const isTold = (username: string) => told.includes(`${username} ${world.caseId}`)
    let page = 1
    /** Turns pages until the other is told, who stays where she is: what was before she listened is no news to her. */
    const turns = async (who: Http, other: Http, name: string) => {
      told.length = 0
      await until(async () => {
        await other('PUT', at(), { body: { page: 1 } })
        await who('PUT', at(), { body: { page: ++page } })
        return isTold(name)
      })
    }
    /** The same until nothing is told any more of what others did before: the first may be told by a look that began earlier. */
    const keepsTurning = async (who: Http, other: Http, name: string) => {
      for (let times = 0; times < 3; times++) await turns(who, other, name)
    }
    const ends = [await hear('eve'), await hear('ruth')]
    await turns(ruth, eve, 'eve')
    await turns(eve, ruth, 'ruth')
    // Said again, it is no news; and who has left hears no more.
    await keepsTurning(ruth, eve, 'eve')
    assert.ok(!isTold('ruth'))
    await ruth('DELETE', at())
    await keepsTurning(uma, eve, 'eve')
    assert.ok(!isTold('ruth'))
    for (const end of ends) end()

    // And over the stream that screens follow.
    const { json } = await world.anonymous('POST', '/auth/token', {
      body: { username: 'eve', password: world.password },
    })
    const client = new PorticoClient({ baseUrl: world.baseUrl, token: (json as { token: string }).token })
    const stop = new AbortController()
    const { position } = await client.cases.changes()
    const changes = client.cases.watchChanges({ after: position, signal: stop.signal })
    const heard = (async () => {
      for await (const { presence } of changes) if (presence) return presence
      return undefined
    })()
    const moving = until(async () => {
      await eve('PUT', at(), { body: { page: 1 } })
      await ruth('PUT', at(), { body: { page: ++page } })
      return Promise.race([heard.then(() => true), new Promise<false>((go) => setTimeout(go, 50, false))])
    })
    assert.deepEqual(await heard, [world.caseId])
    await moving
    stop.abort()
    for (const one of [eve, ruth, uma]) await one('DELETE', at())
  })

  it('says in which section of a draft a colleague is, and pushes what is written there to those who may read it', async () => {
    const people = {
      ina: await world.member('ina', ['drafter']),
      jon: await world.member('jon', ['adjudicator']),
      kim: await world.member('kim', ['mailClerk']),
    }
    const { ina, jon, kim } = people
    const on = (path: string) => `/cases/${world.caseId}${path}`
    const drafted = await ina('POST', on('/work-products'), { body: {} })
    assert.equal(drafted.status, 201, drafted.text)
    const workProductId = (drafted.json as { workProduct: { id: string } }).workProduct.id
    const section = { part: 'opening' }
    const here = { workProductId, section }
    assert.equal((await ina('PUT', at(), { body: here })).status, 200)
    const placesFor = async (http: Http) =>
      ((await http('GET', at())).json as { present: Record<string, unknown>[] }).present
        .filter(({ username }) => username === 'ina')
        .map(({ workProductId, section }) => ({ workProductId, section }))
    assert.deepEqual(await placesFor(jon), [here])
    assert.deepEqual(await placesFor(kim), [{ workProductId: undefined, section: undefined }])
    assert.equal((await kim('PUT', at(), { body: here })).status, 403)
    assert.equal((await kim('PUT', at(), { body: { section } })).status, 400)

    const streamOf = async (username: string) => {
      const { json } = await world.anonymous('POST', '/auth/token', {
        body: { username, password: world.password },
      })
      const client = new PorticoClient({ baseUrl: world.baseUrl, token: (json as { token: string }).token })
      const stop = new AbortController()
      const { position } = await client.cases.changes()
      const told: { caseId: string; workProductId: string; revision: number }[] = []
      const following = (async () => {
        for await (const { drafts = [] } of client.cases.watchChanges({
          after: position,
          signal: stop.signal,
        }))
          told.push(...drafts)
      })().catch(() => {})
      const end = () => {
        stop.abort()
        return following
      }
      return { told, end }
    }
    const streams = { jon: await streamOf('jon'), kim: await streamOf('kim') }
    let revision = 0
    const write = async () => {
      const body = { base: revision, operations: [{ type: 'setTitle', title: `Title ${revision}` }] }
      const reply = await ina('POST', on(`/work-products/${workProductId}/operations`), { body })
      assert.equal(reply.status, 200, reply.text)
      revision = (reply.json as { revision: number }).revision
    }
    const isTold = (of: { revision: number }[]) => of.some((draft) => draft.revision === revision)
    await until(async () => {
      for (const http of [ina, jon]) await http('PUT', at(), { body: here })
      await kim('PUT', at(), { body: {} })
      await write()
      const wait = new Promise((go) => setTimeout(go, 1_500))
      await wait
      return isTold(streams.jon.told)
    })
    assert.deepEqual(streams.jon.told.at(-1), { caseId: world.caseId, workProductId, revision })
    assert.deepEqual(streams.kim.told, [])

    // Whoever may not read drafts any more hears nothing of them, though they are still taken to be there.
    const jonId = (await world.service.identity.members.find('jon'))?.id ?? ''
    const changed = await world.admin('PATCH', `/members/${jonId}`, { body: { roles: ['mailClerk'] } })
    assert.ok(changed.status < 300, changed.text)
    const heard = streams.jon.told.length
    await write()
    await new Promise((go) => setTimeout(go, 2_500))
    assert.equal(streams.jon.told.length, heard)
    await Promise.all(Object.values(streams).map(({ end }) => end()))
    for (const http of [ina, jon, kim]) await http('DELETE', at())
  })

  it('ends half a minute after the last word', async () => {
    const { clock, pass } = testClock()
    const presence = openPresence({ db: world.service.db, clock })
    const rows = await world.service.db.rows<{ id: string }>(`select id from members order by id limit 2`)
    const [one, other] = rows.map(({ id }) => ({ memberId: id, caseId: world.caseId }))
    assert.ok(one && other)
    const all = { shownOf: async (ids: readonly string[]) => new Set(ids), readsDrafts: false }
    await presence.here(one, { page: 1 }, all)
    pass(29_000)
    const [seen] = await presence.here(other, {}, all)
    assert.equal(seen?.memberId, one.memberId)
    pass(1000)
    assert.deepEqual(await presence.others(other, all), [])
    await presence.forgetGone()
    const [back] = await presence.here(one, {}, all).then(() => presence.others(other, all))
    assert.equal(back?.since, clock().toISOString())
  })
})

describe('how many cases there are', () => {
  let world: World
  before(async () => {
    world = await startWorld()
  })
  after(() => world.close())

  it('is counted by the filter that lists them', async () => {
    const { admin } = world
    const page = async (query: string) =>
      (await admin('GET', `/cases?limit=500&count=true&${query}`)).json as {
        cases: unknown[]
        count: { cases: number; isExact: boolean }
      }
    const { cases } = (await admin('GET', '/cases')).json as {
      cases: { veteran: { lastName: string }; docketNumber: string; caseType: string; status: string }[]
    }
    const [one] = cases
    const queries = [
      '',
      `status=${one?.status}`,
      'status=closed',
      `caseType=${one?.caseType}`,
      'docket=hearing',
      'isClosed=false',
      'isClosed=true',
      'assignee=intakeReview',
      `text=${one?.veteran.lastName}`,
      `text=${one?.docketNumber}%20${one?.veteran.lastName}`,
      'text=nobody',
      'source=synthetic&externalId=none',
    ]
    for (const query of queries) {
      const { cases: listed, count } = await page(query)
      assert.deepEqual(count, { cases: listed.length, isExact: true }, query)
    }
    assert.equal((await page('')).count.cases, 2)
    assert.equal((await page('status=closed')).count.cases, 0)
    const without = (await admin('GET', '/cases')).json as object
    assert.equal('count' in without, false)
  })
})
