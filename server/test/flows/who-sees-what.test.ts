import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Http, startWorld, type World } from '../world.ts'

type Listed = { documents: { id: string; tags: string[]; startPage: number }[] }
type Events = { events: { type: string; data: { documentId?: string } | null }[] }

/** A sandbox: everyone sees every case, and of each what is for them. */
describe('what of a case reaches whom', () => {
  let world: World
  let party: Http
  let drafter: Http
  let clerk: Http
  let at: string
  const ids: string[] = []
  const get = async <Answer>(who: Http, path: string) => (await who('GET', path)).json as Answer

  before(async () => {
    world = await startWorld()
    party = await world.member('ida', ['representative'])
    drafter = await world.member('dora', ['drafter'])
    clerk = await world.member('cleo', ['intake'])
    at = `/cases/${world.caseId}`
    const { documents } = await get<Listed>(world.admin, `/appeals/${world.caseId}/documents`)
    ids.push(...documents.map(({ id }) => id))
  })
  after(() => world.close())

  it('words of staff stay among staff, unless they say otherwise', async () => {
    const document = `/appeals/${world.caseId}/documents/${ids[0]}`
    const { document: found } = await get<{ document: { startPage: number } }>(drafter, document)
    const page = found.startPage
    await drafter('POST', `${document}/tags`, { body: { text: 'weak claim' } })
    await drafter('POST', `${document}/tags`, { body: { text: 'hearing exhibit', visibility: 'case' } })
    await drafter('POST', `${document}/annotations`, { body: { page, comment: 'weak witness' } })
    await drafter('POST', `${document}/annotations`, {
      body: { page, comment: 'see the map', visibility: 'case' },
    })
    await drafter('PUT', `${document}/read-state`, { body: { read: true } })
    const list = `/appeals/${world.caseId}/documents`
    for (const path of [document, list, `${at}/documents`, `${at}/events`, `${at}/search?q=weak`]) {
      const theirs = (await party('GET', path)).text
      assert.doesNotMatch(theirs, /weak (claim|witness)|markedRead/, path)
    }
    assert.match((await party('GET', document)).text, /hearing exhibit.*see the map/s)
    assert.match((await drafter('GET', document)).text, /weak claim.*weak witness/s)
    assert.equal(
      (await party('GET', `${at}/search?q=weak&tag=weak%20claim`)).text.includes('"total":0'),
      true,
    )
  })

  it('contact details are for staff', async () => {
    const body = {
      role: 'contestingClaimant',
      person: { firstName: 'Mary', lastName: 'Other', birthDate: '1950-05-05' },
      contact: { emails: ['mary@example.org'] },
    }
    const put = await world.admin('POST', `${at}/parties/party_other`, { body })
    assert.ok([200, 201].includes(put.status), put.text)
    for (const path of [`${at}/parties`, `${at}/parties/party_other`, `${at}/events`]) {
      const theirs = (await party('GET', path)).text
      assert.doesNotMatch(theirs, /mary@|1950-05-05/, path)
      assert.match(theirs, /Mary/, path)
      assert.match((await clerk('GET', path)).text, /mary@/, path)
    }
  })

  it('a document that was removed is for those who curate, in whatever way it is asked for', async () => {
    const id = ids[1]!
    const { documents } = await get<Listed>(world.admin, `/appeals/${world.caseId}/documents`)
    const page = documents.find((one) => one.id === id)?.startPage
    const removed = await world.admin('PUT', `${at}/documents/${id}/status`, {
      body: { status: 'removed', why: 'Of another person.' },
    })
    assert.equal(removed.status, 200, removed.text)
    const paths = ['', '/versions/1/content', `/pages/${page}/text`, '/division'].map(
      (path) => `${at}/documents/${id}${path}`,
    )
    for (const who of [party, drafter]) {
      for (const path of paths) assert.equal((await who('GET', path)).status, 404, path)
      assert.equal((await who('GET', `${at}/documents/${id}/original`)).status, 404)
      // The bytes of its neighbours are those of the same file: they hold its pages too.
      assert.equal((await who('GET', `${at}/documents/${ids[0]}/original`)).status, 403)
      assert.doesNotMatch((await who('GET', `${at}/documents`)).text, new RegExp(id))
      assert.doesNotMatch((await who('POST', `${at}/scoped-access`)).text, /"sha256"/)
      const { events } = await get<Events>(who, `${at}/events?limit=1000`)
      assert.deepEqual(
        events.filter(({ data }) => data?.documentId === id),
        [],
      )
    }
    // What somebody does to it, or asks of its pages, is answered as of a document that there is not.
    const writes = (docId: string) => {
      const on = `/appeals/${world.caseId}/documents/${docId}`
      return [
        ['POST', `${on}/tags`, { text: 'late' }],
        ['DELETE', `${on}/tags/late`, undefined],
        ['POST', `${on}/annotations`, { page, comment: 'late' }],
        ['DELETE', `${on}/annotations/ann_none`, undefined],
        ['PUT', `${on}/read-state`, { read: true }],
      ] as const
    }
    const answers = (who: Http, docId: string) =>
      Promise.all(
        writes(docId).map(async ([method, path, body]) => {
          const { status, json } = await who(method, path, body ? { body } : {})
          return [status, (json as { error: string }).error]
        }),
      )
    const unknown = await answers(drafter, 'doc_none')
    assert.deepEqual(
      [unknown.map(([status]) => status), await answers(drafter, id)],
      [[404, 404, 404, 404, 404], unknown],
    )
    const citations = `${at}/pages/${page}/citations`
    assert.equal((await drafter('GET', citations)).status, 404)
    assert.equal((await world.admin('GET', citations)).status, 200)
    assert.equal(
      (
        await world.admin('PUT', `/appeals/${world.caseId}/documents/${id}/read-state`, {
          body: { read: true },
        })
      ).status,
      422,
    )
    for (const path of paths) assert.equal((await clerk('GET', path)).status, 200, path)
    assert.match((await clerk('GET', `${at}/documents`)).text, new RegExp(id))
  })

  it('a party cannot find cases by the words of staff', async () => {
    assert.equal((await party('GET', '/cases?status=drafting')).status, 403)
    assert.equal((await party('GET', '/cases?assignee=tester')).status, 403)
    const { cases } = await get<{ cases: object[] }>(party, '/cases')
    for (const one of cases)
      for (const field of ['status', 'step', 'assignee', 'sensitivity']) assert.ok(!(field in one), field)
    const seen = await get<{ cases: object[] }>(drafter, '/cases')
    assert.ok(seen.cases.every((one) => 'sensitivity' in one))
  })
})
