import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { AlertList } from '@portico/contract/alerts'
import type { BoilerplateUse } from '@portico/contract/boilerplate'
import type { Changes, PorticoEvent } from '@portico/contract/events'
import type { OpenedCase } from '@portico/contract/intake'
import type { OperationsApplied } from '@portico/contract/operations'
import type { Proposal } from '@portico/contract/proposals'
import type { Route } from '@portico/contract/route'
import { routes } from '@portico/contract/table'
import type { Comment, WorkProduct } from '@portico/contract/work-products'
import { PorticoClient } from '@portico/sdk'
import { requestBy } from '../case-desk.ts'
import { submitSmallDraft } from '../released-decision.ts'
import { smallest } from '../smallest.ts'
import { testPdf } from '../test-pdf.ts'
import { until } from '../until.ts'
import { type Http, startWorld, type World } from '../world.ts'

/** A word that stands in the text, a proposal, a reason and a comment, and nowhere else. */
const secret = 'quetzal'

/** Carl has proposed, commented and read along; then he may not see the case, and then no drafts any more. */
describe('a draft that somebody has lost sight of', () => {
  let world: World
  let dora: Http
  let judith: Http
  let carl: Http
  let lawyer: Http
  let caseId: string
  let productId: string
  let proposal: Proposal
  let comment: Comment
  const keyed = { 'idempotency-key': 'proposed-once' }
  before(async () => {
    world = await startWorld({ PORTICO_MODE: 'deployment' })
    caseId = await open()
    const draft = await submitSmallDraft(world, caseId)
    dora = draft.drafter
    judith = draft.judge
    productId = draft.workProductId
    carl = await world.member('carl', ['adjudicator'])
    lawyer = await world.member('lawyer', ['representative'])
    for (const name of ['dora', 'judith']) await change(name, { clearance: 9 })
    await represent()
    await write(says('text', `It is a ${secret}.`))
    await write({
      type: 'insertAfter',
      section: { part: 'opening' },
      after: null,
      block: { type: 'boilerplate', entryId: 'introduction', version: 1 },
    })
    await done(judith, 'POST', at('/versions'))
    const { status, json } = await propose()
    assert.equal(status, 201)
    proposal = (json as { proposal: Proposal }).proposal
    const made = { text: `Is it a ${secret}, @dora?` }
    comment = (await done<{ comment: Comment }>(carl, 'POST', at('/comments'), made)).comment
    await answer()
    await until(async () => (await alertsOf(carl)).length > 0)
  })
  after(() => world.close())

  const on = (path: string, id = caseId) => `/cases/${id}${path}`
  const at = (path = '') => on(`/work-products/${productId}${path}`)
  const done = async <Json>(http: Http, method: string, path: string, body?: unknown): Promise<Json> => {
    const reply = await http(method, path, body === undefined ? {} : { body })
    assert.ok(reply.status < 300, `${method} ${path}: ${reply.text.slice(0, 500)}`)
    return reply.json as Json
  }
  const says = (id: string, text: string) => ({
    type: 'insertAfter',
    section: { part: 'opening' },
    after: null,
    block: { type: 'paragraph', id: `blk_${id}`, content: [{ type: 'text', text }] },
  })

  async function open() {
    const body = { veteran: { firstName: 'Ada', lastName: 'Byron' }, receiptDate: '2026-03-02' }
    const { id } = (await done<OpenedCase>(world.admin, 'POST', '/cases', body)).case
    const form = new FormData()
    form.set('document', JSON.stringify({ name: 'Examination', receiptDate: '2026-05-04' }))
    const pdf = new Uint8Array(await testPdf(['One.', 'Two.']))
    form.set('file', new Blob([pdf], { type: 'application/pdf' }), 'x.pdf')
    await done(world.admin, 'POST', on('/documents', id), form)
    return id
  }

  async function represent() {
    const { portico, identity } = world.service
    const { documents } = await done<{ documents: { id: string }[] }>(
      world.admin,
      'GET',
      `/appeals/${caseId}/documents`,
    )
    const documentId = documents[0]?.id ?? ''
    const person = { firstName: 'Ada', lastName: 'Byron' }
    const request = () => requestBy(undefined, new Date())
    await portico.parties.write(request(), caseId, 'party_ada', { role: 'appellant', person })
    await portico.parties.write(request(), caseId, 'party_lawyer', { role: 'attorney', person })
    await portico.parties.represent(request(), caseId, 'party_ada', {
      representativeId: 'party_lawyer',
      powerOfAttorney: { start: '2020-01-01', scope: 'all', documentId },
    })
    const memberId = (await identity.members.find('lawyer'))?.id ?? ''
    await portico.accessGrants.grant(request(), caseId, { memberId, partyId: 'party_ada' })
  }

  async function change(name: string, to: { clearance?: number; roles?: string[] }) {
    const { members } = world.service.identity
    await done(world.admin, 'PATCH', `/members/${(await members.find(name))?.id}`, to)
  }

  const product = async () => (await done<{ workProduct: WorkProduct }>(judith, 'GET', at())).workProduct
  const write = async (operation: object) => {
    const { revision: base } = await product()
    return done<OperationsApplied>(judith, 'POST', at('/operations'), { base, operations: [operation] })
  }
  const propose = () =>
    carl('POST', at('/proposals'), {
      body: { base: 0, operations: [says('p', `A ${secret}.`)], reason: `No ${secret}?` },
      headers: keyed,
    })
  const answer = () =>
    done(judith, 'POST', at('/comments'), { text: `A ${secret}, @carl @dora.`, inReplyTo: comment.id })
  const alertsOf = async (http: Http) =>
    (await done<AlertList>(http, 'GET', '/alerts?limit=100')).alerts.filter(({ event }) =>
      /^workProduct\./.test(event.type),
    )
  const usesOf = async (http: Http) =>
    (await done<{ uses: BoilerplateUse[] }>(http, 'GET', '/boilerplate/introduction/uses')).uses
  const setSensitivity = (level: number) =>
    done(world.admin, 'PUT', on('/sensitivity'), { level, why: 'The claimant is known.' })

  const isOfDrafts = ({ path }: Route) => /^\/cases\/\{id\}\/(work-products|boilerplate)/.test(path)
  const ofDrafts = Object.entries(routes as Record<string, Route>).filter(([, route]) => isOfDrafts(route))

  /** Every route that reads or writes of a draft, with what is there. */
  async function askAll(http: Http, of = caseId) {
    const bodies: Record<string, unknown> = {
      acceptProposals: { proposals: [proposal.id] },
      rejectProposals: { proposals: [proposal.id] },
      withdrawProposals: { proposals: [proposal.id] },
      propose: { base: 0, operations: [says('q', 'Another.')] },
      changeText: { base: 0, operations: [says('q', 'Another.')] },
      addComment: { text: 'And this?', inReplyTo: comment.id },
      tryBoilerplate: { entryId: 'introduction' },
    }
    const known: Record<string, string> = {
      id: of,
      productId,
      commentId: comment.id,
      version: '1',
    }
    return Promise.all(
      ofDrafts.map(async ([name, route]) => {
        const path = route.path.replaceAll(/\{(\w+)\}/g, (_, part: string) => known[part] ?? `${part}_none`)
        const body = bodies[name] ?? (route.body && smallest(route.body))
        const { status, text } = await http(route.method, path, body === undefined ? {} : { body })
        return { name, status, text }
      }),
    )
  }

  it('is before that before them: the text, its changes, proposals, comments and where boilerplate is used', async () => {
    assert.ok(ofDrafts.length >= 25, `${ofDrafts.length} routes`)
    for (const path of ['', '/operations', '/proposals', '/comments', '/preview'])
      assert.match((await carl('GET', at(path))).text, new RegExp(secret), path)
    assert.deepEqual(
      (await usesOf(carl)).map((use) => use.caseId),
      [caseId],
    )
    assert.match(JSON.stringify(await alertsOf(carl)), /workProduct\.commented/)
  })

  it('is for a representative neither there to read nor to write, nor told of', async () => {
    for (const { name, status, text } of await askAll(lawyer)) {
      assert.ok([403, 404].includes(status), `${name}: ${status} ${text}`)
      assert.doesNotMatch(text, new RegExp(secret), name)
    }
    const told = await lawyer('GET', on('/events?limit=1000'))
    assert.equal(told.status, 200)
    assert.doesNotMatch(told.text, /workProduct\.|proposal_|comment_/)
    assert.deepEqual(await alertsOf(lawyer), [])
    for (const path of ['/boilerplate', '/boilerplate/introduction', '/boilerplate/introduction/uses'])
      assert.equal((await lawyer('GET', path)).status, 403, path)
    assert.equal((await product()).openProposals, 1)
  })

  it('is as one that does not exist to who is not cleared for its case any more, and they are told of nothing', async () => {
    const body = { username: 'carl', password: world.password }
    const { token } = (await world.anonymous('POST', '/auth/token', { body })).json as { token: string }
    const client = new PorticoClient({ baseUrl: world.baseUrl, token })
    const stop = new AbortController()
    const here = { workProductId: productId, section: { part: 'opening' } }
    const { position: after } = await client.cases.changes()
    const heard: Changes[] = []
    const hearing = (async () => {
      for await (const one of client.cases.watchChanges({ after, signal: stop.signal })) heard.push(one)
    })().catch(() => {})
    try {
      // As long as he may see it, he is told that the text has changed.
      await until(async () => {
        await done(carl, 'PUT', on('/presence'), here)
        await write(says(`s${heard.length}x${Date.now()}`, 'Seen.'))
        return heard.some(({ drafts = [] }) => drafts.some((one) => one.caseId === caseId))
      })
      const { length: alerted } = await alertsOf(carl)
      await setSensitivity(6)
      const none = await askAll(carl, 'case_none')
      assert.deepEqual(await askAll(carl), none)
      for (const { name, status } of none) assert.equal(status, 404, name)
      const { position } = await done<Changes>(carl, 'GET', '/changes')
      heard.length = 0

      const before = (await alertsOf(dora)).length
      await write(says('unseen', `Another ${secret}.`))
      await answer()
      const { id } = (await members('carl'))!
      const named = await judith('POST', at('/comments'), { body: { text: 'And you?', mentions: [id] } })
      assert.equal(named.status, 400, named.text)
      await done(judith, 'POST', at('/proposals/reject'), { proposals: [proposal.id] })
      await until(async () => (await alertsOf(dora)).length > before)

      // What he does see is told, after all that he does not.
      const other = await open()
      await done(world.admin, 'POST', on('/docket', other), { docket: 'directReview' })
      await until(() => heard.some(({ cases }) => cases.includes(other)))
      assert.doesNotMatch(JSON.stringify(heard), new RegExp(`${caseId}|${productId}`))
      assert.ok((await alertsOf(carl)).length <= alerted)
      for (const path of [
        `/changes?after=${position}`,
        '/alerts?limit=100',
        '/cases?limit=100',
        '/boilerplate/introduction/uses',
        '/boilerplate?q=introduction',
      ]) {
        const { status, text } = await carl('GET', path)
        assert.equal(status, 200, `${path}: ${text}`)
        assert.doesNotMatch(text, new RegExp(`${caseId}|${productId}|${secret}`), path)
      }
      assert.equal((await carl('GET', on(`/search?q=${secret}`))).status, 404)
      assert.equal((await carl('GET', on('/events'))).status, 404)
      const again = await propose()
      assert.deepEqual([again.status, again.text.includes(secret)], [404, false])
      assert.deepEqual(
        (await usesOf(dora)).map((use) => use.caseId),
        [caseId],
      )
    } finally {
      stop.abort()
      await hearing
    }
  })

  it('is told of by no route and no event to who may read no drafts any more', async () => {
    await setSensitivity(0)
    await change('carl', { roles: ['mailClerk'] })
    const { revision } = await product()
    for (const { name, status, text } of await askAll(carl)) {
      assert.equal(status, 403, `${name}: ${text}`)
      assert.doesNotMatch(text, new RegExp(secret), name)
    }
    assert.equal((await product()).revision, revision)
    for (const path of ['/boilerplate', '/boilerplate/introduction', '/boilerplate/introduction/uses'])
      assert.equal((await carl('GET', path)).status, 403, path)
    const told = await carl('GET', on('/events?limit=1000'))
    assert.equal(told.status, 200)
    const { events } = told.json as { events: PorticoEvent[] }
    assert.deepEqual(
      events.filter(({ type, data }) => /^workProduct\.(propos|comment)/.test(type) && data !== null),
      [],
    )
    assert.doesNotMatch(told.text, new RegExp(`${proposal.id}|${comment.id}`))
    assert.deepEqual(await alertsOf(carl), [])
    const found = await carl('GET', on(`/search?q=${secret}`))
    assert.doesNotMatch(found.text, /work-product|proposal_/)
    const again = await propose()
    assert.ok([403, 409].includes(again.status), again.text)
    assert.doesNotMatch(again.text, new RegExp(secret))
  })

  const members = (name: string) => world.service.identity.members.find(name)
})
