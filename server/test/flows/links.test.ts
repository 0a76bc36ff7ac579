import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Case, PageText } from '@portico/contract/cases'
import type { CaseDocument } from '@portico/contract/intake'
import type { IssueList } from '@portico/contract/issues'
import type { CaseLink } from '@portico/contract/links'
import type { Party } from '@portico/contract/parties'
import type { Remand } from '@portico/contract/remands'
import { rebuild } from '../../app/engine/rebuild.ts'
import { composeLink } from '../../app/intake/compose-link.ts'
import { links } from '../../core/file/link.ts'
import { allProjections } from '../../projections/all.ts'
import { requestBy } from '../case-desk.ts'
import { conforms } from '../conforms.ts'
import { until } from '../until.ts'
import { type Http, startWorld, type World } from '../world.ts'

type Linked = { link: CaseLink; case: Case }

const why = 'An examination is needed.'
const powerOfAttorney = { start: '2020-03-02', scope: 'all matters' }

describe('linked cases', () => {
  let world: World
  let caseId: string
  let issueIds: string[]
  let documents: CaseDocument[]

  before(async () => {
    world = await startWorld({ PORTICO_MODE: 'deployment', PORTICO_BASE_URL: 'https://portico.example.org' })
    const form = new FormData()
    const veteran = { firstName: 'Ada', lastName: 'Byron' }
    form.set('case', JSON.stringify({ veteran, receiptDate: '2026-03-02' }))
    form.set('file', new Blob(['The knee gave way in 1998.']), 'lay-statement.txt')
    const opened = (await world.admin('POST', '/cases', { body: form })).json as {
      case: { id: string }
      documents: CaseDocument[]
    }
    caseId = opened.case.id
    documents = opened.documents
    await until(async () => (await textOf(caseId, documents[0]!)).state === 'read')
    // As if a recogniser had read it.
    await world.service.db.rows(`update page_texts set source = 'ocr', confidence = 0.5 where case_id = $1`, [
      caseId,
    ])
    const records = {
      ada: { role: 'appellant', person: { ...veteran, birthDate: '1930-01-01', deathDate: '2026-01-05' } },
      eve: {
        role: 'witness',
        person: { firstName: 'Eve', lastName: 'Byron' },
        contact: { emails: ['eve@example.org'] },
      },
      legion: { role: 'representative', organization: 'Legion' },
    }
    for (const [id, body] of Object.entries(records))
      await send('POST', `/cases/${caseId}/parties/${id}`, body)
    await send('PUT', `/cases/${caseId}/parties/eve/representation`, {
      representativeId: 'legion',
      powerOfAttorney,
    })
    for (const scope of ['left', 'right', 'both', 'first', 'second', 'third', 'fourth'])
      await send('POST', `/cases/${caseId}/issues`, {
        issueType: 'serviceConnection',
        benefitType: 'compensation',
        scope,
      })
    issueIds = (await issuesOf(caseId)).issues.map(({ id }) => id)
    await send('POST', `/cases/${caseId}/docket`, { docket: 'directReview' })
    await send('POST', `/cases/${caseId}/advance`, { reason: 'seriousIllness', granted: true, why })
    await send('PUT', `/cases/${caseId}/sensitivity`, { level: 3, why })
  })
  after(() => world.close())

  async function send(method: string, path: string, body?: unknown) {
    const reply = await world.admin(method, path, body === undefined ? {} : { body })
    assert.ok(reply.status < 300, `${method} ${path}: ${reply.text}`)
    return reply.json
  }
  const issuesOf = async (id: string) => (await send('GET', `/cases/${id}/issues`)) as IssueList
  const partiesOf = async (id: string) =>
    ((await send('GET', `/cases/${id}/parties`)) as { parties: Party[] }).parties
  const linksOf = async (id: string) =>
    ((await send('GET', `/cases/${id}/links`)) as { links: CaseLink[] }).links
  const textOf = async (id: string, { id: documentId, startPage }: CaseDocument) => {
    const path = `/cases/${id}/documents/${documentId}/pages/${startPage}/text`
    return ((await send('GET', path)) as { page: PageText }).page
  }
  async function link(body: object): Promise<Linked> {
    const reply = await world.admin('POST', `/cases/${caseId}/links`, { body })
    assert.equal(reply.status, 201, reply.text)
    conforms('linkCase', { status: 201, json: reply.json })
    const made = reply.json as Linked
    assert.equal(reply.headers.get('location'), `/cases/${made.case.id}`)
    return made
  }
  async function refused(status: number, sentence: RegExp, body: object, http: Http = world.admin) {
    const reply = await http('POST', `/cases/${caseId}/links`, { body })
    assert.equal(reply.status, status, reply.text)
    assert.match((reply.json as { error: string }).error, sentence)
  }

  it('a remand has the number, the docket, the issues, the parties and the documents of the case', async () => {
    const ofCourt = { kind: 'remand' as const, issueIds: issueIds.slice(0, 1), isCourtRemand: true, why }
    await refused(400, /mandate must be the ID/, ofCourt)
    const mandate = { documentId: documents[0]!.id, mandateOn: '2026-10-05' }
    await refused(422, /Court mandate or Court order/, { ...ofCourt, mandate })
    await send('PATCH', `/cases/${caseId}/documents/${documents[0]!.id}`, { documentType: 'courtMandate' })
    const made = await link({ ...ofCourt, mandate })
    const id = made.case.id
    const source = (await send('GET', `/cases/${caseId}`)) as { case: Case }
    assert.equal(made.case.docketNumber, source.case.docketNumber)
    assert.deepEqual(
      (await issuesOf(id)).issues.map(({ scope }) => scope),
      ['left'],
    )
    assert.deepEqual((await partiesOf(id)).map((party) => party.id).toSorted(), ['ada', 'eve', 'legion'])
    const eve = (await partiesOf(id)).find((party) => party.id === 'eve')
    assert.deepEqual(eve?.contact, { emails: ['eve@example.org'] })
    assert.equal(eve?.representation?.isInForce, true)
    const { priority } = (await send('GET', `/cases/${id}/priority`)) as { priority: object }
    assert.deepEqual(priority, { advanced: ['seriousIllness'], isCourtRemand: true })
    const { remands } = (await send('GET', `/cases/${id}/remands`)) as { remands: Remand[] }
    assert.deepEqual(
      remands.map(({ kind, mandate, instructions }) => [kind, mandate?.mandateOn, instructions[0]?.text]),
      [['court', '2026-10-05', why]],
    )
    const { events } = (await send('GET', `/cases/${id}/events?types=case.opened,case.docketed`)) as {
      events: { data: { docket?: string; sensitivity?: number } }[]
    }
    assert.deepEqual(
      events.map(({ data }) => data.docket ?? data.sensitivity),
      [3, 'directReview'],
    )
    assert.equal((await issuesOf(caseId)).issues.length, 6, 'an issue is alive in one case alone')
    await refused(400, /no issue/, { kind: 'remand', issueIds: issueIds.slice(0, 1), why })

    const [there] = ((await send('GET', `/cases/${id}/documents`)) as { documents: CaseDocument[] }).documents
    assert.equal(there?.sha256, documents[0]?.sha256)
    assert.notEqual(there?.id, documents[0]?.id)
    await until(async () => (await textOf(id, there!)).state === 'read')
    const text = await textOf(id, there!)
    assert.deepEqual([text.source, text.confidence], ['ocr', 0.5], 'it was not read again')
    const found = (await send('GET', `/appeals/${id}/search?q=knee`)) as { hits: { page: number }[] }
    assert.deepEqual(
      found.hits.map(({ page }) => page),
      [1],
    )

    const [to] = await linksOf(caseId)
    const [from] = await linksOf(id)
    conforms('listLinks', { status: 200, json: { links: [to, from] } })
    assert.deepEqual([to?.direction, to?.caseId, to?.kind], ['to', id, 'remand'])
    assert.deepEqual([from?.direction, from?.caseId, from?.kind], ['from', caseId, 'remand'])
  })

  it('a split takes its issues with it, and one stays', async () => {
    const made = await link({
      kind: 'split',
      issueIds: [issueIds[2]],
      partyIds: ['eve'],
      documentIds: [],
      why,
    })
    assert.equal(made.case.documentCount, 0)
    assert.deepEqual(
      (await issuesOf(made.case.id)).issues.map(({ scope }) => scope),
      ['both'],
    )
    const { issues, past } = await issuesOf(caseId)
    assert.deepEqual(
      issues.map(({ id }) => id),
      [issueIds[1], ...issueIds.slice(3)],
    )
    assert.deepEqual(
      past.map(({ id, status }) => [id, status]),
      [
        [issueIds[0], 'moved'],
        [issueIds[2], 'moved'],
      ],
    )
    const restored = await world.admin('POST', `/cases/${caseId}/issues/${issueIds[2]}/restore`)
    assert.ok(restored.status >= 400, 'it is decided in one case alone')
    const all = [issueIds[1], ...issueIds.slice(3)]
    await refused(422, /one issue must stay/, { kind: 'split', issueIds: all, why })
  })

  it('a repeated request under one key makes one case', async () => {
    const asked = {
      body: { kind: 'remand', issueIds: issueIds.slice(3, 4), why },
      headers: { 'idempotency-key': 'once' },
    }
    const ids = []
    for (let tries = 0; tries < 2; tries++) {
      const { json } = await world.admin('POST', `/cases/${caseId}/links`, asked)
      ids.push((json as Linked).case.id)
    }
    assert.equal(ids[0], ids[1])
    assert.equal((await issuesOf(ids[0]!)).issues.length, 1)
  })

  it('a link that was cut off is finished by the background', async () => {
    const { db, portico } = world.service
    const linkedCaseId = 'case_cut_off'
    const request = requestBy()
    const given = { kind: 'remand' as const, issueIds: issueIds.slice(4, 6), why }
    const asked = {
      caseId,
      underLock: async (tx: typeof db, profile: Parameters<typeof composeLink>[1]) => ({
        type: 'linkCase' as const,
        caseId,
        linkedCaseId,
        shared: await composeLink(tx, profile, caseId, given, request.at),
      }),
    }
    await portico.execute(links, request, asked as never, () => null)
    await until(async () => {
      const { status, json } = await world.admin('GET', `/cases/${linkedCaseId}/issues`)
      return status === 200 && (json as IssueList).issues.length === 2
    })
    await until(async () => (await partiesOf(linkedCaseId)).length === 3)
    await portico.links.openLinkedCase(caseId, linkedCaseId)
    assert.equal((await issuesOf(linkedCaseId)).issues.length, 2, 'done again, it changes nothing')
  })

  it('what is not there or not known is refused, and a link is shown to who sees the other case', async () => {
    const remand = { kind: 'remand', issueIds: issueIds.slice(6), why }
    await refused(400, /no issue issue_0/, { ...remand, issueIds: ['issue_0'] })
    await refused(400, /no party nobody/, { ...remand, partyIds: ['nobody'] })
    await refused(400, /no document doc_0/, { ...remand, documentIds: ['doc_0'] })
    await refused(400, /no case type summons: it must be /, { ...remand, caseType: 'summons' })
    await refused(400, /unknown field/, { ...remand, colour: 'red' })
    const clerk = await world.member('link-clerk', ['mailClerk'])
    await refused(403, /roles do not allow/, remand, clerk)
    const drafter = await world.member('link-drafter', ['drafter'])
    const seen = async () =>
      ((await drafter('GET', `/cases/${caseId}/links`)).json as { links: CaseLink[] }).links
    const all = await seen()
    const [first] = all
    await send('PUT', `/cases/${first?.caseId}/sensitivity`, { level: 9, why })
    assert.deepEqual(await seen(), all.slice(1))
  })

  it('a substitution stops the case: its issues, file, pages and docket place go on in one case', async () => {
    const rest = [issueIds[1], issueIds[6]]
    const substitution = { kind: 'substitution', issueIds: rest, why }
    await refused(422, /not a claimant/, { ...substitution, substitute: { for: 'eve', by: 'legion' } })
    await refused(400, /two different parties/, { ...substitution, substitute: { for: 'ada', by: 'ada' } })
    await refused(400, /two parties that the new case is given/, {
      ...substitution,
      substitute: { for: 'ada', by: 'nobody' },
    })
    await refused(400, /substitute must name/, substitution)
    const asked = { ...substitution, substitute: { for: 'ada', by: 'eve' } }
    await refused(422, /takes every issue that no signed decision decides/, {
      ...asked,
      issueIds: rest.slice(1),
    })
    await refused(422, /would end the case/, asked)
    const { ending } = (await send('POST', `/cases/${caseId}/endings`, { linkCase: asked })) as {
      ending: { hash: string; issues: { as: string }[] }
    }
    assert.deepEqual(
      ending.issues.map(({ as }) => as),
      ['moved', 'moved'],
    )
    const made = await link({ ...asked, ends: ending.hash })
    const parties = await partiesOf(made.case.id)
    assert.deepEqual(parties.map(({ id, role }) => [id, role]).toSorted(), [
      ['eve', 'appellant'],
      ['legion', 'representative'],
    ])
    assert.deepEqual((await issuesOf(caseId)).issues, [])
    await refused(400, /There is no issue/, asked)
    assert.equal((await issuesOf(made.case.id)).issues.length, 2)
    const state = (await send('GET', `/cases/${caseId}/state`)) as { status: string; openTasks: number }
    assert.deepEqual([state.status, state.openTasks], ['closed', 0])
    const [there] = ((await send('GET', `/cases/${made.case.id}/documents`)) as { documents: CaseDocument[] })
      .documents
    assert.equal(there?.startPage, documents[0]?.startPage)
    const docketDates = await world.service.db.rows(
      `select distinct docket_date from case_work where case_id = any($1)`,
      [[caseId, made.case.id]],
    )
    assert.equal(docketDates.length, 1)
    const reopened = await world.admin('POST', `/cases/${caseId}/reopen`, { body: { why } })
    assert.equal(reopened.status, 422, reopened.text)
  })

  it('tables that are rebuilt are the same, byte for byte', async () => {
    const { db } = world.service
    const rows = () =>
      db.rows<{ row: string }>(
        `select l::text as row from links l union all select s::text from shared_documents s
         union all select p::text from parties p union all select w::text from case_work w order by 1`,
      )
    const live = await rows()
    await rebuild(db, allProjections)
    assert.deepEqual(await rows(), live)
  })
})
