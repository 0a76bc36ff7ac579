import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { AnchorCheck } from '@portico/contract/anchors'
import type { OpenedCase } from '@portico/contract/intake'
import type { Citation, Evidence, Issue, IssueList, PageCitations } from '@portico/contract/issues'
import type { Route } from '@portico/contract/route'
import { type RouteName, routes } from '@portico/contract/table'
import { conforms } from '../conforms.ts'
import { testPdf } from '../test-pdf.ts'
import { until } from '../until.ts'
import { type Http, startWorld, type World } from '../world.ts'

const nexus = 'The tinnitus is at least as likely as not due to service.'

describe('issues over HTTP', () => {
  let world: World
  let http: Http
  let at: string
  let caseId: string
  let documentId: string
  before(async () => {
    world = await startWorld()
    http = world.admin
    const body = new FormData()
    const newCase = { veteran: { firstName: 'Ada', lastName: 'Byron' }, receiptDate: '2026-03-02' }
    body.set('case', JSON.stringify(newCase))
    body.set(
      'file',
      new Blob([new Uint8Array(await testPdf(['Cover', `Examination. ${nexus}`]))]),
      'file.pdf',
    )
    const opened = (await http('POST', '/cases', { body })).json as OpenedCase
    caseId = opened.case.id
    documentId = opened.documents[0]!.id
    at = `/cases/${caseId}/issues`
    await until(async () => (await facts()).text.pagesRead === 2)
  })
  after(() => world.close())

  const facts = async () => ((await http('GET', `/cases/${caseId}`)).json as OpenedCase).case
  async function ok<Body>(name: RouteName, path: string, body?: unknown): Promise<Body> {
    const { method, answers } = routes[name] as Route
    const status = Number(Object.keys(answers)[0])
    const reply = await http(method, path, body === undefined ? {} : { body })
    assert.equal(reply.status, status, `${name}: ${reply.text.slice(0, 300)}`)
    return conforms<Body>(name, reply)
  }
  async function refused(status: number, sentence: RegExp, ...asked: Parameters<Http>) {
    const reply = await http(...asked)
    assert.equal(reply.status, status, `${asked[0]} ${asked[1]}: ${reply.text.slice(0, 300)}`)
    assert.deepEqual(Object.keys(reply.json as object), ['error'])
    assert.match((reply.json as { error: string }).error, sentence)
  }
  const add = async (more: object = {}) =>
    (await ok<{ issue: Issue }>('addIssue', at, { issueType: 'serviceConnection', ...more })).issue
  const get = async (id: string) => (await ok<{ issue: Issue }>('getIssue', `${at}/${id}`)).issue
  const list = () => ok<IssueList>('listIssues', at)
  const clear = async () => {
    for (const { id } of (await list()).issues) {
      await ok('undecideIssue', `${at}/${id}/decision`)
      await ok('removeIssue', `${at}/${id}/removal`, { how: 'withdrawn', why: 'to begin anew' })
    }
  }

  it('an issue is added, edited, decided and decided no more', async () => {
    const { id, position, status } = await add({ benefitType: 'compensation', description: 'Tinnitus' })
    assert.deepEqual([position, status], [0, 'open'])
    const edit = { scope: 'Both ears', description: null }
    const { issue: edited } = await ok<{ issue: Issue }>('editIssue', `${at}/${id}`, edit)
    assert.deepEqual(
      [edited.scope, edited.description, edited.benefitType],
      ['Both ears', undefined, 'compensation'],
    )
    const remand = {
      disposition: 'remanded',
      reasons: [{ reason: 'inadequateExamination', timing: 'beforeCertification' }],
      note: 'A new examination.',
    }
    const { issue } = await ok<{ issue: Issue }>('decideIssue', `${at}/${id}/decision`, remand)
    const { at: decidedAt, by, ...decision } = issue.decision!
    assert.deepEqual([issue.status, decision, by], ['decided', remand, world.username])
    assert.ok(Date.parse(decidedAt) > 0)
    await ok('undecideIssue', `${at}/${id}/decision`)
    await ok('undecideIssue', `${at}/${id}/decision`)
    assert.deepEqual([(await get(id)).status, (await get(id)).decision], ['open', undefined])
    await clear()
  })

  it('issues are ordered, split, merged, removed and restored, and each says what became of it', async () => {
    const [one, two, three] = [await add(), await add(), await add()]
    const { issues } = await ok<IssueList>('orderIssues', `/cases/${caseId}/issue-order`, {
      issueIds: [three.id, one.id, two.id],
    })
    assert.deepEqual(
      issues.map(({ id, position }) => [id, position]),
      [
        [three.id, 0],
        [one.id, 1],
        [two.id, 2],
      ],
    )
    const split = await ok<IssueList>('splitIssue', `${at}/${one.id}/split`, {
      into: [{ issueType: 'serviceConnection', scope: 'left' }, { issueType: 'initialRating' }],
    })
    const [, left, rating] = split.issues as [Issue, Issue, Issue, Issue]
    assert.deepEqual([left.scope, rating.issueType, split.issues[3]?.id], ['left', 'initialRating', two.id])
    const { issue: merged } = await ok<{ issue: Issue }>('mergeIssues', `${at}/${rating.id}/merge`, {
      issueIds: [two.id],
    })
    assert.deepEqual([merged.issueType, merged.raisedIssueIds], ['initialRating', [one.id, two.id]])
    const past = new Map((await list()).past.map((issue) => [issue.id, issue]))
    assert.deepEqual(past.get(one.id)?.answeredByIssueIds.toSorted(), [left.id, merged.id].toSorted())
    assert.deepEqual(
      [past.get(two.id)?.status, past.get(two.id)?.answeredByIssueIds],
      ['merged', [merged.id]],
    )

    const removal = { how: 'ineligible', reason: 'untimely', why: 'A year too late.' }
    const { issue: removed } = await ok<{ issue: Issue }>('removeIssue', `${at}/${left.id}/removal`, removal)
    assert.deepEqual(
      [removed.status, removed.removal?.reason, removed.answeredByIssueIds],
      ['ineligible', 'untimely', []],
    )
    await ok('restoreIssue', `${at}/${left.id}/removal`)
    assert.deepEqual(
      (await list()).issues.map(({ id }) => id),
      [three.id, merged.id, left.id],
    )
    await clear()
  })

  it('a page is cited, found from both sides, checked, and followed through a revision', async () => {
    const { id } = await add()
    const evidence = `${at}/${id}/evidence`
    const quote = 'at least as likely as not'
    const rect = { left: 0.1, top: 0.1, right: 0.6, bottom: 0.12 }
    const cited = { page: 2, quote, rect, note: 'the nexus' }
    const { citation } = await ok<{ citation: Citation }>('citeEvidence', evidence, cited)
    assert.deepEqual(
      [citation.anchor.documentId, citation.anchor.version, citation.documentName, citation.createdBy],
      [documentId, 1, 'file', world.username],
    )
    assert.equal((await get(id)).citations, 1)
    const listed = await ok<Evidence>('listEvidence', evidence)
    assert.deepEqual(listed.evidence, [{ ...citation, check: { status: 'holds', resolves: true } }])
    const page = await ok<PageCitations>('listPageCitations', `/cases/${caseId}/pages/2/citations`)
    assert.deepEqual(page, { page: 2, documentId, version: 1, citations: [citation], inTexts: [] })

    const bytes = new Uint8Array(await testPdf(['A new cover', 'Another', `Examined again. ${nexus}`]))
    const revised = await http('PUT', `/cases/${caseId}/documents/${documentId}/content`, { body: bytes })
    assert.equal(revised.status, 200, revised.text)
    await until(async () => (await ok<Evidence>('listEvidence', evidence)).evidence[0]?.anchor.page === 5)
    const [moved] = (await ok<Evidence>('listEvidence', evidence)).evidence
    assert.deepEqual([moved?.anchor.version, moved?.check.status, moved?.note], [2, 'holds', 'the nexus'])
    const now = (check?: AnchorCheck) => [check?.status, check?.now?.page]
    const { checks } = await ok<{ checks: AnchorCheck[] }>('checkAnchors', `/cases/${caseId}/anchors/check`, {
      anchors: [citation.anchor, moved!.anchor, { ...moved!.anchor, page: 999 }],
    })
    assert.deepEqual(checks.map(now), [
      ['moved', 5],
      ['holds', undefined],
      ['broken', undefined],
    ])
    await refused(422, /older version/, 'POST', evidence, { body: { page: 2 } })
    await ok('removeCitation', `${evidence}/${citation.id}`)
    await ok('removeCitation', `${evidence}/${citation.id}`)
    assert.deepEqual((await ok<Evidence>('listEvidence', evidence)).evidence, [])
    await clear()
  })

  it('the same key gives the first answer again, and a stale version is refused', async () => {
    const { id } = await add()
    const page = (await facts()).pageCount
    const cite = () =>
      http('POST', `${at}/${id}/evidence`, { body: { page }, headers: { 'idempotency-key': 'cite-once' } })
    const first = await cite()
    await ok('removeCitation', `${at}/${id}/evidence/${(first.json as { citation: Citation }).citation.id}`)
    assert.deepEqual((await cite()).json, first.json)
    assert.deepEqual((await ok<Evidence>('listEvidence', `${at}/${id}/evidence`)).evidence, [])
    await refused(409, /read it again/, 'PUT', `${at}/${id}/decision`, {
      body: { disposition: 'allowed' },
      headers: { 'if-match': '"1"' },
    })
    await clear()
  })

  it('what cannot be is refused with its sentence', async () => {
    const { id } = await add()
    const issueType = 'serviceConnection'
    const cases: [number, RegExp, string, string, unknown?][] = [
      [400, /There is no issue type x: it must be one of /, 'POST', at, { issueType: 'x' }],
      [400, /must be compensation: it is pension/, 'POST', at, { issueType, benefitType: 'pension' }],
      [400, /colour/, 'POST', at, { issueType, colour: 'red' }],
      [400, /issueType/, 'POST', at, {}],
      [400, /must have at least one field/, 'PATCH', `${at}/${id}`, {}],
      [400, /issueType must be a string/, 'PATCH', `${at}/${id}`, { issueType: null }],
      [404, /no such issue/, 'PATCH', `${at}/issue_x`, { scope: 'all' }],
      [404, /no such issue/, 'GET', `${at}/issue_x`],
      [404, /no such issue/, 'GET', `${at}/issue_x/evidence`],
      [404, /no case with this id/, 'GET', '/cases/case_x/issues'],
      [
        400,
        /There is no disposition maybe: it must be one of allowed, /,
        'PUT',
        `${at}/${id}/decision`,
        { disposition: 'maybe' },
      ],
      [400, /reasons must have at least 1 entry/, 'PUT', `${at}/${id}/decision`, { disposition: 'remanded' }],
      [
        400,
        /There is no issue issue_x in the list/,
        'PUT',
        `/cases/${caseId}/issue-order`,
        { issueIds: ['issue_x'] },
      ],
      [400, /issueIds must have at least 1 entry/, 'PUT', `/cases/${caseId}/issue-order`, { issueIds: [] }],
      [400, /into must have at least 2 entries/, 'POST', `${at}/${id}/split`, { into: [{ issueType }] }],
      [400, /at least 2 issues, each once/, 'POST', `${at}/${id}/merge`, { issueIds: [id] }],
      [400, /reason must be/, 'PUT', `${at}/${id}/removal`, { how: 'ineligible', why: 'late' }],
      [400, /how/, 'PUT', `${at}/${id}/removal`, { how: 'lost', why: 'late' }],
      [400, /why must not be blank/, 'PUT', `${at}/${id}/removal`, { how: 'withdrawn', why: ' ' }],
      [400, /no page 999/, 'POST', `${at}/${id}/evidence`, { page: 999 }],
      [400, /page/, 'POST', `${at}/${id}/evidence`, { page: 2 ** 40 }],
      [400, /quote/, 'POST', `${at}/${id}/evidence`, { page: 1, quote: 'x'.repeat(2001) }],
      [404, /no such page/, 'GET', `/cases/${caseId}/pages/999/citations`],
      [400, /page/, 'GET', `/cases/${caseId}/pages/0/citations`],
      [400, /anchors must have at least 1 entry/, 'POST', `/cases/${caseId}/anchors/check`, { anchors: [] }],
      [400, /after/, 'GET', `${at}?after=1`],
    ]
    for (const [status, sentence, method, path, body] of cases) {
      await refused(status, sentence, method, path, body === undefined ? {} : { body })
    }
    const { pageCount } = await facts()
    const asked = { page: pageCount - 1, quote: 'Examined again' }
    await refused(
      400,
      new RegExp(`not on page ${pageCount - 1}; it is on page ${pageCount}`),
      'POST',
      `${at}/${id}/evidence`,
      {
        body: asked,
      },
    )
    await ok('decideIssue', `${at}/${id}/decision`, { disposition: 'allowed' })
    await refused(422, /is decided/, 'PUT', `${at}/${id}/removal`, {
      body: { how: 'withdrawn', why: 'late' },
    })
    await clear()
    await refused(422, /no longer on the list/, 'PUT', `${at}/${id}/decision`, {
      body: { disposition: 'allowed' },
    })
  })

  it('each role does what it may, and in a sandbox too only those read deliberations who may', async () => {
    const { id } = await add()
    const newIssue = { issueType: 'serviceConnection' }
    const statuses = async (role: string) => {
      const member = await world.member(`issues-${role}`, [role])
      const asked: [string, string, unknown?][] = [
        ['GET', at],
        ['GET', `${at}/${id}/evidence`],
        ['POST', at, newIssue],
        ['PUT', `${at}/${id}/decision`, { disposition: 'allowed' }],
        ['POST', `${at}/${id}/evidence`, { page: (await facts()).pageCount }],
      ]
      const replies: number[] = []
      for (const [method, path, body] of asked) {
        replies.push((await member(method, path, body === undefined ? {} : { body })).status)
      }
      return replies
    }
    assert.deepEqual(await statuses('adjudicator'), [200, 200, 201, 200, 201])
    assert.deepEqual(await statuses('intake'), [200, 403, 201, 403, 403])
    assert.deepEqual(await statuses('representative'), [200, 403, 403, 403, 403])
    await clear()
  })
})
