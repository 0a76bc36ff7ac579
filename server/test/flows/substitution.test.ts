import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Case, CaseState, PageText } from '@portico/contract/cases'
import type { Document } from '@portico/contract/documents'
import type { Ending } from '@portico/contract/endings'
import type { CaseDocument, CaseDocumentDetail, OpenedCase } from '@portico/contract/intake'
import type { Citation, IssueList } from '@portico/contract/issues'
import type { CaseLink } from '@portico/contract/links'
import type { Piece } from '@portico/contract/mail'
import type { Place } from '@portico/contract/own'
import type { Proposal, ProposalsAccepted } from '@portico/contract/proposals'
import type { Session } from '@portico/contract/sessions'
import type { Task } from '@portico/contract/tasks'
import type { Blockers, Comment, WorkProduct, WorkProductSummary } from '@portico/contract/work-products'
import { rebuild } from '../../app/engine/rebuild.ts'
import { verifyFile } from '../../app/verify/verify-file.ts'
import { allProjections } from '../../projections/all.ts'
import { fileRecording, heldSession } from '../recorded-session.ts'
import { testPdf } from '../test-pdf.ts'
import { until } from '../until.ts'
import { type Http, startWorld, type World } from '../world.ts'

const why = 'The widow asks to be substituted.'
const ada = { firstName: 'Ada', lastName: 'Byron', birthDate: '1930-01-01' }
const eve = { firstName: 'Eve', lastName: 'Byron' }
const dead = { ...ada, deathDate: '2026-01-05' }
const address = (city: string) => ({ addresses: [{ lines: ['17 Thistledown Lane'], city }] })

describe('a substitution', () => {
  let world: World
  let drafter: Http
  let judge: Http
  let support: Http
  let clerk: Http

  before(async () => {
    world = await startWorld({ PORTICO_MODE: 'deployment', PORTICO_BASE_URL: 'https://portico.example.org' })
    drafter = await world.member('dora', ['drafter'])
    judge = await world.member('judith', ['adjudicator'])
    support = await world.member('sue', ['caseSupport'])
    clerk = await world.member('mia', ['mailClerk'])
  })
  after(() => world.close())

  async function ok<Json = unknown>(http: Http, method: string, path: string, body?: unknown): Promise<Json> {
    const reply = await http(method, path, body === undefined ? {} : { body })
    assert.ok(reply.status < 300, `${method} ${path}: ${reply.status} ${reply.text.slice(0, 400)}`)
    return reply.json as Json
  }
  async function refused(
    status: number,
    sentence: RegExp,
    http: Http,
    method: string,
    path: string,
    body?: unknown,
  ) {
    const reply = await http(method, path, body === undefined ? {} : { body })
    assert.equal(reply.status, status, `${method} ${path}: ${reply.text.slice(0, 400)}`)
    assert.match((reply.json as { error: string }).error, sentence)
  }

  async function openCase(descriptions = ['Tinnitus', 'Left knee']): Promise<string> {
    const veteran = { firstName: 'Ada', lastName: 'Byron' }
    const opened = await ok<OpenedCase>(world.admin, 'POST', '/cases', { veteran, receiptDate: '2026-03-02' })
    const { id } = opened.case
    await ok(world.admin, 'POST', `/cases/${id}/parties/ada-${id}`, {
      role: 'appellant',
      person: ada,
      contact: address('Exeter'),
    })
    await ok(world.admin, 'POST', `/cases/${id}/parties/eve-${id}`, {
      role: 'witness',
      person: eve,
      contact: address('Bath'),
    })
    for (const description of descriptions)
      await ok(world.admin, 'POST', `/cases/${id}/issues`, {
        issueType: 'serviceConnection',
        benefitType: 'compensation',
        description,
      })
    return id
  }

  const adaOf = (id: string) => `/cases/${id}/parties/ada-${id}`
  const die = (id: string) => ok(world.admin, 'POST', adaOf(id), { role: 'appellant', person: dead })
  const issuesOf = async (id: string) => ok<IssueList>(world.admin, 'GET', `/cases/${id}/issues`)

  async function file(id: string, name: string, pages: string[]): Promise<CaseDocument> {
    const form = new FormData()
    form.set('document', JSON.stringify({ name, receiptDate: '2026-05-04' }))
    form.set('file', new Blob([new Uint8Array(await testPdf(pages))], { type: 'application/pdf' }), 'x.pdf')
    const { document } = await ok<CaseDocumentDetail>(world.admin, 'POST', `/cases/${id}/documents`, form)
    await world.service.readTexts(id)
    return document
  }

  type Asked = { kind: string; issueIds: string[]; substitute: { for: string; by: string }; why: string }
  const asking = async (id: string, by = `eve-${id}`, gone = `ada-${id}`): Promise<Asked> => ({
    kind: 'substitution',
    issueIds: (await issuesOf(id)).issues.filter(({ signedIn }) => !signedIn).map((issue) => issue.id),
    substitute: { for: gone, by },
    why,
  })
  const endingOf = async (id: string, asked: Asked) =>
    (await ok<{ ending: Ending }>(world.admin, 'POST', `/cases/${id}/endings`, { linkCase: asked })).ending
  /** Looks again where something has changed meanwhile, such as a letter that was composed beside it. */
  async function substitute(id: string, by?: string, gone?: string): Promise<string> {
    const asked = await asking(id, by, gone)
    for (;;) {
      const { hash } = await endingOf(id, asked)
      const reply = await world.admin('POST', `/cases/${id}/links`, { body: { ...asked, ends: hash } })
      if (reply.status === 409) continue
      assert.equal(reply.status, 201, reply.text)
      return (reply.json as { case: Case }).case.id
    }
  }
  const tasksOf = async (id: string, open = true) =>
    (await ok<{ tasks: Task[] }>(world.admin, 'GET', `/cases/${id}/tasks?open=${open}`)).tasks
  const documentsOf = async (id: string) =>
    (await ok<{ documents: CaseDocument[] }>(world.admin, 'GET', `/cases/${id}/documents`)).documents
  const stateOf = (id: string) => ok<CaseState>(world.admin, 'GET', `/cases/${id}/state`)

  /** All that a member sees of a file, without what differs between two cases: the IDs. */
  async function seenBy(http: Http, id: string) {
    const { documents } = await ok<{ documents: CaseDocument[] }>(http, 'GET', `/cases/${id}/documents`)
    const details = await Promise.all(
      documents.map(
        async ({
          id: documentId,
          status,
          name,
          why: reason,
          startPage,
          endPage,
          version,
          tags,
          read,
          madeAs,
          duplicates,
        }) => {
          const versions = (await ok<CaseDocumentDetail>(http, 'GET', `/cases/${id}/documents/${documentId}`))
            .document.versions
          const annotations =
            status === 'current'
              ? (await ok<{ document: Document }>(http, 'GET', `/appeals/${id}/documents/${documentId}`))
                  .document.annotations
              : []
          const ids = new Map(annotations.map((one, index) => [one.id, index]))
          return {
            name,
            status,
            reason,
            startPage,
            endPage,
            version,
            tags,
            read,
            madeAs,
            duplicates,
            versions,
            annotations: annotations.map(({ id: _, replyTo, ...one }) => ({
              ...one,
              ...(replyTo ? { replyTo: ids.get(replyTo) } : {}),
            })),
          }
        },
      ),
    )
    return details
  }

  describe('of a case that people have worked on', () => {
    let caseId: string
    let linkedId: string
    let stood: Awaited<ReturnType<typeof everything>>

    const readers = () => ({ admin: world.admin, drafter, judge, support })
    async function everything(id: string) {
      const seen = Object.fromEntries(
        await Promise.all(
          Object.entries(readers()).map(async ([name, http]) => [name, await seenBy(http, id)] as const),
        ),
      )
      const { issues } = await issuesOf(id)
      const evidence = await Promise.all(
        issues.map(async (issue) => {
          const path = `/cases/${id}/issues/${issue.id}/evidence`
          const { evidence } = await ok<{ evidence: (Citation & { check: { status: string } })[] }>(
            judge,
            'GET',
            path,
          )
          return evidence.map(
            ({ anchor: { documentId: _, ...anchor }, documentName, note, createdBy, createdAt, check }) => ({
              anchor,
              documentName,
              note,
              createdBy,
              createdAt,
              status: check.status,
            }),
          )
        }),
      )
      const places = (await ok<{ places: Place[] }>(drafter, 'GET', `/cases/${id}/places`)).places
      const { runs } = await ok<{ runs: object[] }>(drafter, 'GET', `/cases/${id}/seen-pages`)
      const { holds } = await ok<{ holds: { why: string; placedBy: string }[] }>(
        world.admin,
        'GET',
        `/cases/${id}/legal-holds`,
      )
      return {
        seen,
        evidence,
        issues: issues.map(({ description, status, decision }) => ({ description, status, decision })),
        places: places.map(({ documentId: _, ...place }) => place),
        runs,
        holds: holds.map(({ why, placedBy }) => ({ why, placedBy })),
      }
    }

    before(async () => {
      caseId = await openCase(['Left', 'Right', 'Both'])
      const exam = await file(caseId, 'Examination', [
        'The knee gave way.',
        'At least as likely as not.',
        'Signed.',
      ])
      const opinion = await file(caseId, 'Opinion', ['First opinion on tinnitus.'])
      const bundle = await file(caseId, 'Bundle', ['Letter one.', 'Letter two.', 'Letter three.'])
      const held = await file(caseId, 'Held', ['It may not belong here.'])
      const removed = await file(caseId, 'Removed', ['It is of somebody else.'])
      const at = (documentId: string, path: string) => `/appeals/${caseId}/documents/${documentId}${path}`
      const note = (http: Http, documentId: string, body: object) =>
        ok<{ annotation: { id: string } }>(http, 'POST', at(documentId, '/annotations'), body)
      await note(drafter, exam.id, { page: exam.startPage, comment: 'My own', visibility: 'private' })
      await note(drafter, opinion.id, { page: opinion.startPage, comment: 'First', quote: 'First opinion' })
      const first = await note(judge, exam.id, {
        page: exam.startPage + 1,
        comment: 'Look here',
        quote: 'at least as likely as not',
        relevantDate: '1998-04-02',
      })
      await note(drafter, exam.id, { page: exam.startPage + 1, comment: 'Yes', replyTo: first.annotation.id })
      await ok(judge, 'PUT', at(exam.id, `/annotations/${first.annotation.id}`), {
        comment: 'Look here again',
      })
      const gone = await note(drafter, exam.id, { page: exam.startPage, comment: 'A slip' })
      await ok(drafter, 'DELETE', at(exam.id, `/annotations/${gone.annotation.id}`))
      await ok(drafter, 'POST', at(exam.id, '/tags'), { text: 'favorable' })
      await ok(drafter, 'POST', at(exam.id, '/tags'), { text: 'wrong' })
      await ok(drafter, 'DELETE', at(exam.id, '/tags/wrong'))
      await ok(drafter, 'PUT', at(exam.id, '/read-state'), { read: true })
      await ok(judge, 'PUT', at(opinion.id, '/read-state'), { read: true })
      await ok(judge, 'PUT', at(opinion.id, '/read-state'), { read: false })
      await ok(world.admin, 'PUT', `/cases/${caseId}/documents/${bundle.id}/division`, {
        parts: [
          { name: 'One', pageCount: 1 },
          { name: 'The rest', pageCount: 2 },
        ],
      })
      const revised = await fetch(`${world.baseUrl}/cases/${caseId}/documents/${opinion.id}/content`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${await tokenOf()}`, 'content-type': 'application/pdf' },
        body: new Uint8Array(await testPdf(['A cover.', 'First opinion on tinnitus, corrected.'])),
      })
      assert.equal(revised.status, 200, await revised.text())
      await world.service.readTexts(caseId)
      for (const [document, status] of [
        [held, 'held'],
        [removed, 'removed'],
      ] as const)
        await ok(world.admin, 'PUT', `/cases/${caseId}/documents/${document.id}/status`, {
          status,
          why: 'Not of this case.',
        })
      const current = (await documentsOf(caseId))
        .filter(({ status }) => status === 'current')
        .map(({ id }) => id)
      await ok(world.admin, 'PUT', `/appeals/${caseId}/document-order`, { documentIds: current.toReversed() })
      await ok(drafter, 'PUT', `/cases/${caseId}/documents/${exam.id}/place`, {
        page: exam.startPage + 2,
        zoom: 1.5,
      })
      await ok(drafter, 'POST', `/cases/${caseId}/seen-pages`, { runs: [{ first: 1, last: 3 }] })
      await ok(world.admin, 'POST', `/cases/${caseId}/legal-holds`, { why: 'A court asks for the file.' })

      await ok(world.admin, 'POST', `/cases/${caseId}/docket`, { docket: 'directReview' })
      await distribute(caseId)
      const { issues } = await issuesOf(caseId)
      await ok(world.admin, 'PUT', `/cases/${caseId}/issue-order`, {
        issueIds: issues.map(({ id }) => id).toReversed(),
      })
      const [left, right] = [issues[0]!, issues[1]!]
      for (const [issueId, page] of [
        [left.id, exam.startPage],
        [left.id, exam.startPage + 1],
        [right.id, exam.startPage + 1],
      ] as const)
        await ok(drafter, 'POST', `/cases/${caseId}/issues/${issueId}/evidence`, {
          page,
          note: `Page ${page}.`,
        })
      await ok(drafter, 'PUT', `/cases/${caseId}/issues/${left.id}/decision`, { disposition: 'denied' })
      await ok(drafter, 'PUT', `/cases/${caseId}/issues/${left.id}/decision`, {
        disposition: 'allowed',
        note: 'By the doubt.',
      })
      await ok(drafter, 'PUT', `/cases/${caseId}/issues/${right.id}/decision`, { disposition: 'denied' })
      await ok(drafter, 'DELETE', `/cases/${caseId}/issues/${right.id}/decision`)
      const { workProduct } = await ok<{ workProduct: { id: string } }>(
        drafter,
        'POST',
        `/cases/${caseId}/work-products`,
        {},
      )
      const text = (page: number) => [
        {
          type: 'paragraph',
          content: [
            { type: 'text', text: 'It is granted.' },
            { type: 'citation', anchor: { page } },
          ],
        },
      ]
      const product = `/cases/${caseId}/work-products/${workProduct.id}`
      const content = {
        opening: [],
        issues: [{ issueId: left.id, content: text(exam.startPage + 1) }],
        closing: [],
      }
      await ok(drafter, 'PUT', product, { baseVersion: 1, title: 'Order', content })
      const { comment } = await ok<{ comment: Comment }>(judge, 'POST', `${product}/comments`, {
        text: 'Cite the second page.',
        place: { part: 'issue', issueId: left.id },
      })
      await ok(drafter, 'POST', `${product}/comments`, { text: 'Done.', inReplyTo: comment.id })
      const { workProduct: written } = await ok<{ workProduct: WorkProduct }>(drafter, 'GET', product)
      const blockId = written.content.issues[0]?.content[0]?.id
      const place = { part: 'issue', issueId: left.id, blockId, quote: { exact: 'is granted' } }
      await ok(judge, 'POST', `${product}/comments`, { text: 'Really, @dora?', place })
      const propose = (http: Http, operation: object, reason?: string) =>
        ok(http, 'POST', `${product}/proposals`, { base: written.revision, operations: [operation], reason })
      const span = { from: 6, to: 13 }
      const words = [{ type: 'text', text: 'denied' }]
      await propose(judge, { type: 'replaceSpan', blockId, span, content: words }, 'The record says so.')
      const added = { type: 'paragraph', id: 'blk_added', content: [{ type: 'text', text: 'Also that.' }] }
      const section = { part: 'issue', issueId: left.id }
      await propose(judge, { type: 'insertAfter', section, after: blockId, block: added })
      await ok(drafter, 'POST', `${product}/submit`, { version: 2 })
      const [submitted] = (await ok<{ workProduct: WorkProduct }>(judge, 'GET', product)).workProduct.content
        .issues
      await ok(judge, 'POST', `${product}/operations`, {
        base: 1,
        operations: [
          {
            type: 'replaceSpan',
            blockId: submitted?.content[0]?.id,
            span: { from: 0, to: 0 },
            content: [{ type: 'text', text: 'In no version yet: ' }],
          },
        ],
      })
      await die(caseId)
      stood = await everything(caseId)
      linkedId = await substitute(caseId)
      await world.service.readTexts(linkedId)
    })

    async function tokenOf() {
      const body = { username: world.username, password: world.password }
      return ((await world.anonymous('POST', '/auth/token', { body })).json as { token: string }).token
    }

    it('takes along every mark on the file, on the same pages, by whom and when it was', async () => {
      assert.deepEqual(await everything(linkedId), stood)
      assert.deepEqual([stood.seen.admin?.length, stood.seen.drafter?.length], [6, 4])
      const all = stood.seen.drafter!.flatMap(({ annotations }) => annotations.map(({ comment }) => comment))
      assert.deepEqual(all.toSorted(), ['First', 'Look here again', 'My own', 'Yes'])
    })

    it('keeps a private note private, what is held for curators, and the pages of what was removed taken', async () => {
      const comments = async (http: Http) =>
        (await seenBy(http, linkedId)).flatMap(({ annotations }) => annotations.map(({ comment }) => comment))
      assert.ok((await comments(drafter)).includes('My own'))
      for (const http of [judge, support, world.admin]) assert.ok(!(await comments(http)).includes('My own'))
      const events = await ok<{ events: object[] }>(judge, 'GET', `/cases/${linkedId}/events?limit=1000`)
      assert.doesNotMatch(JSON.stringify(events), /My own|A slip/)
      assert.doesNotMatch(JSON.stringify(await seenBy(judge, linkedId)), /"name":"(Held|Removed)"/)
      const last = Math.max(...(await documentsOf(caseId)).map(({ endPage }) => endPage))
      const next = await file(linkedId, 'New', ['A new letter.'])
      assert.equal(next.startPage, last + 1)
    })

    it('takes the draft along with its text, comments and citations, to be submitted again', async () => {
      const productsOf = async (id: string) =>
        (await ok<{ workProducts: WorkProductSummary[] }>(judge, 'GET', `/cases/${id}/work-products`))
          .workProducts
      const [only, ...others] = await productsOf(linkedId)
      assert.deepEqual(
        [only?.title, only?.status, only?.version, only?.drafted.by.name, others.length],
        ['Order', 'draft', 2, 'dora', 0],
      )
      const product = `/cases/${linkedId}/work-products/${only?.id}`
      const { workProduct } = await ok<{ workProduct: WorkProduct }>(judge, 'GET', product)
      const { issues } = await issuesOf(linkedId)
      const documents = await documentsOf(linkedId)
      const exam = documents.find(({ name }) => name === 'Examination')!
      const [section] = workProduct.content.issues
      assert.equal(issues.find(({ id }) => id === section?.issueId)?.description, 'Left')
      const [block] = section!.content
      assert.ok(block?.type === 'paragraph' && block.content[1]?.type === 'citation')
      assert.deepEqual(block.content[0], { type: 'text', text: 'In no version yet: It is granted.' })
      assert.deepEqual(workProduct.changed?.by.name, 'judith')
      const written = await ok<{ changes: { by: { name: string } }[] }>(judge, 'GET', `${product}/operations`)
      assert.deepEqual(
        written.changes.map(({ by }) => by.name),
        ['dora', 'judith'],
      )
      const { documentId, page } = block.content[1].anchor
      assert.deepEqual([documentId, page], [exam.id, exam.startPage + 1])
      const { comments } = await ok<{ comments: Comment[] }>(judge, 'GET', `${product}/comments`)
      assert.deepEqual(
        comments.map(({ text, by, inReplyTo, place }) => [text, by.name, inReplyTo, place?.issueId]),
        [
          ['Cite the second page.', 'judith', undefined, section?.issueId],
          ['Done.', 'dora', comments[0]?.id, undefined],
          ['Really, @dora?', 'judith', undefined, section?.issueId],
        ],
      )
      const [, , quoting] = comments
      assert.deepEqual(
        [quoting?.state, quoting?.place?.quote?.exact, quoting?.mentions?.map(({ name }) => name)],
        ['holds', 'is granted', ['dora']],
      )
      const { proposals } = await ok<{ proposals: Proposal[] }>(judge, 'GET', `${product}/proposals`)
      assert.deepEqual(
        proposals.map(({ by, status, state, reason }) => [by.name, status, state, reason]),
        [
          ['judith', 'open', 'changed', 'The record says so.'],
          ['judith', 'open', 'holds', undefined],
        ],
      )
      const ids = proposals.map(({ id }) => id)
      const answer = await ok<ProposalsAccepted>(world.admin, 'POST', `${product}/proposals/accept`, {
        proposals: ids,
      })
      assert.deepEqual([answer.accepted, answer.open], [ids, []])
      const { workProduct: changed } = await ok<{ workProduct: WorkProduct }>(judge, 'GET', product)
      assert.equal(changed.content.issues.length, 1)
      assert.match(JSON.stringify(changed.content.issues[0]), /It is denied.*Also that\./)
      const left = await ok<{ proposals: Proposal[] }>(
        judge,
        'GET',
        `/cases/${caseId}/work-products/${(await productsOf(caseId))[0]?.id}/proposals`,
      )
      assert.deepEqual(
        left.proposals.map(({ status }) => status),
        ['closed', 'closed'],
      )
      const old = await ok<{ workProducts: WorkProductSummary[] }>(
        judge,
        'GET',
        `/cases/${caseId}/work-products`,
      )
      assert.deepEqual(
        old.workProducts.map(({ status }) => status),
        ['discarded'],
      )
      const cited = await ok<{ inTexts: { workProductId: string }[] }>(
        judge,
        'GET',
        `/cases/${linkedId}/pages/${page}/citations`,
      )
      assert.deepEqual(
        cited.inTexts.map((one) => one.workProductId),
        [only?.id],
      )
    })

    it('leaves nothing to be done on the first case, and says where it goes on', async () => {
      const [exam] = await documentsOf(caseId)
      const goesOn = /was continued as another one by a substitution/
      const path = `/appeals/${caseId}/documents/${exam?.id}`
      await refused(422, goesOn, judge, 'POST', `${path}/annotations`, {
        page: exam?.startPage,
        comment: 'Late',
      })
      await refused(422, goesOn, judge, 'POST', `${path}/tags`, { text: 'late' })
      await refused(422, goesOn, world.admin, 'POST', `/cases/${caseId}/issues`, {
        issueType: 'serviceConnection',
      })
      await refused(422, goesOn, clerk, 'POST', `/cases/${caseId}/mail`, { mailType: 'statusInquiry' })
      const { permissions } = await ok<{ permissions: string[] }>(world.admin, 'GET', `/cases/${caseId}`)
      for (const action of ['annotate', 'tag', 'fileDocuments', 'editIssues', 'routeMail', 'reopenCases'])
        assert.ok(!permissions.includes(action), action)
      assert.ok(permissions.includes('keepParties'))
    })

    it('has text and search at once, without reading a page again', async () => {
      const exam = (await documentsOf(linkedId)).find(({ name }) => name === 'Examination')!
      const path = `/cases/${linkedId}/documents/${exam.id}/pages/${exam.startPage}/text`
      assert.equal((await ok<{ page: PageText }>(judge, 'GET', path)).page.state, 'read')
      const { hits } = await ok<{ hits: { page: number }[] }>(
        judge,
        'GET',
        `/appeals/${linkedId}/search?q=tinnitus`,
      )
      const was = await ok<{ hits: { page: number }[] }>(judge, 'GET', `/appeals/${caseId}/search?q=tinnitus`)
      assert.deepEqual(
        hits.map(({ page }) => page),
        was.hits.map(({ page }) => page),
      )
    })

    it('is signed in the new case for the substitute, and its package and its file verify', async () => {
      await distribute(linkedId)
      const [only] = (
        await ok<{ workProducts: WorkProductSummary[] }>(judge, 'GET', `/cases/${linkedId}/work-products`)
      ).workProducts
      const product = `/cases/${linkedId}/work-products/${only?.id}`
      const { issues } = await issuesOf(linkedId)
      for (const { id, description } of issues)
        if (description !== 'Left')
          await ok(drafter, 'PUT', `/cases/${linkedId}/issues/${id}/removal`, {
            how: 'withdrawn',
            why: 'In writing.',
          })
      for (const { id, text } of (await ok<{ comments: Comment[] }>(judge, 'GET', `${product}/comments`))
        .comments)
        if (text !== 'Done.') await ok(judge, 'PUT', `${product}/comments/${id}/resolved`, { resolved: true })
      await ok(drafter, 'POST', `${product}/submit`, { version: 2 })
      const { blockers } = await ok<Blockers>(judge, 'GET', `${product}/blockers`)
      assert.deepEqual(blockers, [])
      await ok(judge, 'POST', `${product}/sign`, { version: 3 })
      await until(
        async () =>
          (await ok<{ workProduct: WorkProduct }>(judge, 'GET', product)).workProduct.status === 'released',
      )
      const folder = await mkdtemp(join(tmpdir(), 'portico-substitution-'))
      try {
        const token = await tokenOf()
        const fetched = async (path: string) =>
          Buffer.from(
            await (
              await fetch(world.baseUrl + path, { headers: { authorization: `Bearer ${token}` } })
            ).arrayBuffer(),
          )
        const path = join(folder, 'decision.zip')
        await writeFile(path, await fetched(`/cases/${linkedId}/decision-package?format=zip`))
        const { faults } = await verifyFile(path, { pdf: world.service.pdf, trusted: undefined })
        assert.deepEqual(faults, [])
        const zip = await fetched(`/appeals/${linkedId}/file?format=zip`)
        assert.equal(zip.subarray(0, 2).toString(), 'PK')
      } finally {
        await rm(folder, { recursive: true })
      }
    })
  })

  async function distribute(id: string) {
    const complete = async (type: string, body: unknown, by = world.admin) => {
      const task = (await ok<{ tasks: Task[] }>(by, 'GET', `/cases/${id}/tasks?open=true`)).tasks.find(
        (one) => one.type === type,
      )
      await ok(by, 'POST', `/cases/${id}/tasks/${task?.id}/complete`, body)
    }
    await complete('distribution', { outcome: 'distributed', assignee: { person: 'judith' } })
    await complete('assignment', { outcome: 'assigned', assignee: { person: 'dora' } }, judge)
  }

  const on = (id: string, path: string) => `/cases/${id}${path}`
  /** A draft with a sentence on the issue, submitted. */
  async function submitted(id: string, issueId: string | undefined): Promise<string> {
    const { workProduct } = await ok<{ workProduct: { id: string } }>(
      drafter,
      'POST',
      on(id, '/work-products'),
      {},
    )
    const product = on(id, `/work-products/${workProduct.id}`)
    const content = [{ type: 'paragraph', content: [{ type: 'text', text: 'It is so decided.' }] }]
    await ok(drafter, 'PUT', product, {
      baseVersion: 1,
      content: { opening: [], issues: [{ issueId, content }], closing: [] },
    })
    await ok(drafter, 'POST', `${product}/submit`, { version: 2 })
    return product
  }
  const eventsOf = async (id: string, types: string) =>
    (
      await ok<{ events: { type: string; data: Record<string, unknown> }[] }>(
        world.admin,
        'GET',
        on(id, `/events?limit=1000&types=${types}`),
      )
    ).events

  it('hands open mail over with its task: open in one case, never cancelled, never unread', async () => {
    const id = await openCase()
    await ok(world.admin, 'POST', on(id, '/docket'), { docket: 'directReview' })
    const form = new FormData()
    form.set(
      'piece',
      JSON.stringify({
        channel: 'mail',
        sender: { name: 'Eve Byron' },
        receiptDate: '2026-04-02',
        case: { caseId: id },
        mailType: 'extensionRequest',
      }),
    )
    const letter = new Uint8Array(await testPdf(['Please give me 30 more days.']))
    form.set('file', new Blob([letter], { type: 'application/pdf' }), 'letter.pdf')
    const { piece } = await ok<{ piece: Piece }>(clerk, 'POST', '/correspondence', form)
    assert.equal(piece.status, 'filed')
    const route = (mailType: string) =>
      ok<{ task: Task }>(clerk, 'POST', on(id, '/mail'), { mailType, instructions: `About ${mailType}.` })
    const motion = (await route('otherMotion')).task
    const advance = (await route('motionToAdvance')).task
    const withdrawal = (await route('withdrawal')).task
    const certificate = (await route('deathCertificate')).task
    await ok(world.admin, 'PUT', on(id, `/tasks/${motion.id}/assignee`), { assignee: { person: 'sue' } })
    await ok(support, 'POST', on(id, `/tasks/${motion.id}/start`))
    const until_ = new Date(Date.now() + 20 * 86_400_000).toISOString()
    await ok(support, 'POST', on(id, `/tasks/${certificate.id}/hold`), {
      until: until_,
      why: 'The registrar answers.',
    })
    await ok(support, 'POST', on(id, '/tasks'), {
      parentId: withdrawal.id,
      type: 'supportAction',
      instructions: 'Ask the widow whether she stands by it.',
    })
    await die(id)
    const open = (tasks: Task[]) =>
      tasks
        .filter(({ type }) =>
          [
            'extensionRequest',
            'otherMotion',
            'motionToAdvance',
            'withdrawal',
            'deathCertificate',
            'supportAction',
          ].includes(type),
        )
        .map(({ type, status, assignee, deadline, instructions, onHoldUntil }) => ({
          type,
          status,
          assignee,
          deadline,
          onHoldUntil,
          said: instructions.map(({ text }) => text),
        }))
        .toSorted((one, other) => one.type.localeCompare(other.type))
    const stood = open(await tasksOf(id))
    assert.equal(stood.length, 6)

    const ending = await endingOf(id, await asking(id))
    const told = ending.tasks.filter(({ type }) => stood.some((one) => one.type === type))
    assert.deepEqual(
      [told.length, new Set(told.map(({ as }) => as))],
      [stood.length, new Set(['moved'])],
      'mail does not end: it is told that it moves',
    )
    const linkedId = await substitute(id)
    assert.deepEqual(await tasksOf(id), [])
    assert.deepEqual(open(await tasksOf(linkedId)), stood)
    const closed = (await tasksOf(id, false)).filter(({ type }) => stood.some((one) => one.type === type))
    assert.deepEqual([...new Set(closed.map(({ status }) => status))], ['moved'])
    const cancelled = (await eventsOf(id, 'task.cancelled')).map(({ data }) => data.taskId)
    assert.ok(![motion, advance, withdrawal, certificate].some((task) => cancelled.includes(task.id)))

    const moved = (await ok<{ piece: Piece }>(world.admin, 'GET', `/correspondence/${piece.id}`)).piece
    const [document] = await documentsOf(linkedId)
    const there = (await tasksOf(linkedId)).find(({ type }) => type === 'extensionRequest')
    assert.deepEqual(
      [moved.caseId, moved.taskId, moved.documentIds, there?.about],
      [linkedId, there?.id, [document?.id], document?.id],
    )
    const again = await world.service.portico.links.openLinkedCase(id, linkedId)
    assert.equal(again, undefined)
    assert.deepEqual(open(await tasksOf(linkedId)), stood, 'done again, it opens nothing twice')
    await ok(support, 'POST', on(linkedId, `/tasks/${there?.id}/complete`), { outcome: 'granted' })
    await world.service.portico.links.openLinkedCase(id, linkedId)
    assert.equal(open(await tasksOf(linkedId)).length, 5, 'what was worked is not open again')

    const distribution = (await tasksOf(linkedId)).find(({ type }) => type === 'distribution')
    assert.ok(distribution, 'the case waits on the docket')
    const later = new FormData()
    later.set(
      'piece',
      JSON.stringify({
        channel: 'mail',
        sender: { name: 'Somebody' },
        receiptDate: '2026-04-03',
        subject: `Docket ${(await ok<{ case: Case }>(world.admin, 'GET', on(id, ''))).case.docketNumber}`,
        mailType: 'statusInquiry',
      }),
    )
    later.set('file', new Blob(['Where does it stand?']), 'letter.txt')
    const next = (await ok<{ piece: Piece }>(clerk, 'POST', '/correspondence', later)).piece
    assert.deepEqual(
      [next.status, next.caseId],
      ['filed', linkedId],
      'mail that comes later is for the new case',
    )
  })

  it('ends the hearing that was to come, keeps the docket place, and leaves what was granted to the dead', async () => {
    const id = await openCase()
    await ok(world.admin, 'POST', on(id, '/docket'), { docket: 'hearing' })
    await ok(world.admin, 'POST', on(id, '/advance'), { reason: 'seriousIllness', granted: true, why })
    const { sessions } = await ok<{ sessions: Session[] }>(world.admin, 'GET', on(id, '/sessions'))
    const slot = {
      startsAt: new Date(Date.now() + 60 * 86_400_000).toISOString(),
      minutes: 60,
      timeZone: 'America/New_York',
    }
    await ok(world.admin, 'PUT', on(id, `/sessions/${sessions[0]?.id}/slot`), { slot })
    await ok(world.admin, 'POST', on(id, '/letters'), {
      letter: 'general',
      partyId: `eve-${id}`,
      reason: 'Please wait.',
    })
    await die(id)
    const ending = await endingOf(id, await asking(id))
    assert.deepEqual(
      ending.sessions.map(({ startsAt }) => startsAt),
      [slot.startsAt],
    )
    const linkedId = await substitute(id)
    const withdrawn = await ok<{ sessions: Session[] }>(world.admin, 'GET', on(id, '/sessions'))
    assert.deepEqual(
      withdrawn.sessions.map(({ status }) => status),
      ['withdrawn'],
    )
    const there = await ok<{ sessions: Session[] }>(world.admin, 'GET', on(linkedId, '/sessions'))
    assert.deepEqual(
      there.sessions.map(({ status }) => status),
      ['requested'],
      'the docket asks for a hearing of the substitute',
    )
    const places = await world.service.db.rows(
      `select distinct docket, docket_date from case_work where case_id = any($1)`,
      [[id, linkedId]],
    )
    assert.equal(places.length, 1)
    const queued = await world.service.db.rows(`select case_id from queue_entries where case_id = $1`, [id])
    assert.deepEqual(queued, [], 'one docket place')
    const { priority } = await ok<{ priority: object }>(world.admin, 'GET', on(linkedId, '/priority'))
    assert.deepEqual(priority, { advanced: [], isCourtRemand: false })
    assert.equal((await stateOf(id)).openTasks, 0)
    assert.equal((await stateOf(id)).status, 'closed')
  })

  it('of a case that was closed before leaves nothing to be done on it either, and everything on other closed cases', async () => {
    const id = await openCase(['Left'])
    const exam = await file(id, 'Examination', ['The knee gave way.'])
    const refusal = { findings: [{ reason: 'wrongForum' }] }
    await ok(world.admin, 'POST', `/cases/${id}/docket-refusal`, refusal)
    await die(id)
    const linkedId = await substitute(id)
    const other = await openCase(['Right'])
    const letter = await file(other, 'Letter', ['Of somebody else.'])
    await ok(world.admin, 'POST', `/cases/${other}/docket-refusal`, refusal)
    await ok(judge, 'POST', `/appeals/${other}/documents/${letter.id}/tags`, { text: 'late' })
    await ok(support, 'POST', `/cases/${other}/reopen`, { why: 'It is eligible.' })
    const goesOn = /was continued as another one by a substitution/
    await refused(422, goesOn, judge, 'POST', `/appeals/${id}/documents/${exam.id}/tags`, { text: 'late' })
    await refused(422, goesOn, support, 'POST', `/cases/${id}/reopen`, { why: 'It is ours.' })
    assert.deepEqual(await tasksOf(id), [])
    const { permissions } = await ok<{ permissions: string[] }>(support, 'GET', `/cases/${id}`)
    assert.ok(!permissions.includes('reopenCases'))
    assert.deepEqual(
      (await issuesOf(linkedId)).issues.map(({ description }) => description),
      ['Left'],
    )
  })

  it('is refused without a trace, and tried again', async () => {
    const id = await openCase()
    await ok(world.admin, 'POST', on(id, '/docket'), { docket: 'directReview' })
    const asked = await asking(id)
    const { version } = await stateOf(id)
    await refused(422, /has no date of death/, world.admin, 'POST', on(id, '/links'), asked)
    await die(id)
    await refused(422, /would end the case/, world.admin, 'POST', on(id, '/links'), asked)
    const { hash } = await endingOf(id, asked)
    await ok(world.admin, 'POST', on(id, '/issues'), {
      issueType: 'serviceConnection',
      description: 'Migraine',
    })
    await refused(422, /takes every issue/, world.admin, 'POST', on(id, '/links'), { ...asked, ends: hash })
    const { links } = await ok<{ links: CaseLink[] }>(world.admin, 'GET', on(id, '/links'))
    assert.deepEqual(links, [])
    assert.ok((await stateOf(id)).version > version)
    const linkedId = await substitute(id)
    assert.equal((await issuesOf(linkedId)).issues.length, 3)
    await refused(400, /There is no issue/, world.admin, 'POST', on(id, '/links'), asked)
  })

  it('follows a substitution when the substitute dies too: marks, pages and mail go on a second time', async () => {
    const id = await openCase()
    const exam = await file(id, 'Examination', ['One.', 'Two.'])
    await ok(drafter, 'POST', `/appeals/${id}/documents/${exam.id}/annotations`, {
      page: exam.startPage + 1,
      comment: 'Mine alone',
      visibility: 'private',
    })
    await ok(world.admin, 'POST', on(id, '/docket'), { docket: 'directReview' })
    await ok(clerk, 'POST', on(id, '/mail'), { mailType: 'statusInquiry' })
    await die(id)
    const second = await substitute(id)
    await ok(world.admin, 'POST', on(second, `/parties/kim-${id}`), {
      role: 'witness',
      person: { firstName: 'Kim', lastName: 'Byron' },
    })
    await ok(world.admin, 'POST', on(second, `/parties/eve-${id}`), {
      role: 'appellant',
      person: { ...eve, deathDate: '2026-02-01' },
    })
    const third = await substitute(second, `kim-${id}`, `eve-${id}`)
    const [own] = await seenBy(drafter, third)
    assert.deepEqual(
      [own?.startPage, own?.annotations[0]?.comment, own?.annotations[0]?.createdBy],
      [1, 'Mine alone', 'dora'],
    )
    assert.deepEqual((await seenBy(judge, third))[0]?.annotations, [])
    for (const [at, count] of [
      [id, 0],
      [second, 0],
      [third, 1],
    ] as const)
      assert.equal((await tasksOf(at)).filter(({ type }) => type === 'statusInquiry').length, count, at)
    for (const at of [id, second]) assert.deepEqual((await issuesOf(at)).issues, [])
    const dates = await world.service.db.rows(
      `select distinct docket_date from case_work where case_id = any($1)`,
      [[id, second, third]],
    )
    assert.equal(dates.length, 1)
  })

  it('continues no issue that a signed decision decides, none twice, and a recall brings nothing back', async () => {
    const id = await openCase(['Decided', 'Open'])
    await file(id, 'Examination', ['The knee gave way.'])
    await ok(world.admin, 'POST', on(id, '/docket'), { docket: 'directReview' })
    await distribute(id)
    const [decided, open] = (await issuesOf(id)).issues
    await ok(drafter, 'POST', on(id, `/issues/${decided?.id}/evidence`), { page: 1 })
    await ok(drafter, 'PUT', on(id, `/issues/${decided?.id}/decision`), {
      disposition: 'remanded',
      reasons: [{ reason: 'inadequateExamination', timing: 'beforeCertification' }],
    })
    await ok(drafter, 'PUT', on(id, `/issues/${open?.id}/removal`), { how: 'withdrawn', why: 'By letter.' })
    const product = await submitted(id, decided?.id)
    await ok(judge, 'POST', `${product}/sign`, { version: 2 })
    await until(
      async () =>
        (await ok<{ workProduct: WorkProduct }>(judge, 'GET', product)).workProduct.status === 'released',
    )
    await ok(world.admin, 'DELETE', on(id, `/issues/${open?.id}/removal`))
    await die(id)
    const asked = { kind: 'substitution', substitute: { for: `ada-${id}`, by: `eve-${id}` }, why }
    const both = { ...asked, issueIds: [decided?.id, open?.id] }
    await refused(422, /A signed decision decides the issue/, world.admin, 'POST', on(id, '/links'), both)
    const remand = { kind: 'remand', issueIds: [decided?.id], why }
    const remanded = await ok<{ case: Case }>(world.admin, 'POST', on(id, '/links'), remand)
    await refused(422, /can be active in only one case/, world.admin, 'POST', on(id, '/links'), remand)
    const recall = { why: 'It named the wrong knee.' }
    const { ending } = await ok<{ ending: Ending }>(world.admin, 'POST', on(id, '/endings'), {
      recallWorkProduct: { workProductId: product.split('/').at(-1) },
    })
    assert.deepEqual(
      ending.issues.map(({ as }) => as),
      ['moved'],
    )
    await ok(world.admin, 'POST', `${product}/recall`, { ...recall, ends: ending.hash })
    const back = await issuesOf(id)
    assert.deepEqual(
      back.issues.map((issue) => issue.id),
      [open?.id],
      'what goes on elsewhere is not decided here again',
    )
    assert.equal(back.past.find((issue) => issue.id === decided?.id)?.status, 'moved')
    const linkedId = await substitute(id)
    assert.deepEqual(
      [await issuesOf(linkedId), await issuesOf(remanded.case.id)].map(({ issues }) =>
        issues.map(({ description }) => description),
      ),
      [['Open'], ['Decided']],
    )
  })

  it('recalls nothing in the first case, and opens it by no way', async () => {
    const id = await openCase(['Decided', 'Open'])
    await file(id, 'Examination', ['The ear rings.'])
    await ok(world.admin, 'POST', on(id, '/docket'), { docket: 'directReview' })
    await distribute(id)
    const [decided, open] = (await issuesOf(id)).issues
    await ok(drafter, 'POST', on(id, `/issues/${decided?.id}/evidence`), { page: 1 })
    await ok(drafter, 'PUT', on(id, `/issues/${decided?.id}/decision`), { disposition: 'allowed' })
    await ok(drafter, 'PUT', on(id, `/issues/${open?.id}/removal`), { how: 'withdrawn', why: 'By letter.' })
    const product = await submitted(id, decided?.id)
    await ok(judge, 'POST', `${product}/sign`, { version: 2 })
    const statusOf = async () =>
      (await ok<{ workProduct: WorkProduct }>(judge, 'GET', product)).workProduct.status
    await until(async () => (await statusOf()) === 'released')
    const { deliveries } = await ok<{ deliveries: { id: string }[] }>(
      world.admin,
      'GET',
      on(id, '/deliveries'),
    )
    const sent = { channel: 'mail', sentAt: '2026-11-02T10:00:00.000Z' }
    for (const delivery of deliveries)
      await ok(world.admin, 'PUT', on(id, `/deliveries/${delivery.id}/receipt`), sent)
    await ok(world.admin, 'DELETE', on(id, `/issues/${open?.id}/removal`))
    const dispatch = (await tasksOf(id)).find(({ type }) => type === 'dispatch')
    const completed = { taskId: dispatch?.id, outcome: 'dispatched' }
    const { ending } = await ok<{ ending: Ending }>(world.admin, 'POST', on(id, '/endings'), {
      completeTask: completed,
    })
    await ok(world.admin, 'POST', on(id, `/tasks/${dispatch?.id}/complete`), {
      outcome: 'dispatched',
      ends: ending.hash,
    })
    await die(id)
    const linkedId = await substitute(id)
    const stood = await stateOf(id)
    const { permissions } = await ok<{ permissions: string[] }>(world.admin, 'GET', on(id, ''))
    assert.ok(!permissions.includes('recallDecisions'))
    const recall = { why: 'It named the wrong ear.' }
    await refused(
      422,
      /was continued as another one by a substitution/,
      judge,
      'POST',
      `${product}/recall`,
      recall,
    )
    const { workProduct } = await ok<{ workProduct: WorkProduct }>(judge, 'GET', product)
    assert.deepEqual([workProduct.status, workProduct.actions?.may.includes('recall')], ['released', false])
    assert.deepEqual((await stateOf(id)).status, stood.status)
    assert.deepEqual(
      [await issuesOf(id), await issuesOf(linkedId)].map(({ issues }) =>
        issues.map((one) => one.description),
      ),
      [['Decided'], ['Open']],
    )
  })

  it('is found by what another system called the first case, and mail under that name is for it', async () => {
    const alias = { source: 'registry', externalId: 'R-1941' }
    const veteran = { firstName: 'Ada', lastName: 'Byron' }
    const opening = { veteran, receiptDate: '2026-03-02', alias }
    const { id } = (await ok<OpenedCase>(world.admin, 'POST', '/cases', opening)).case
    for (const [name, role, person] of [
      ['ada', 'appellant', ada],
      ['eve', 'witness', eve],
    ] as const)
      await ok(world.admin, 'POST', `/cases/${id}/parties/${name}-${id}`, { role, person })
    await ok(world.admin, 'POST', on(id, '/issues'), { issueType: 'serviceConnection' })
    await die(id)
    const second = await substitute(id)
    const third = await substituteAgain(second)
    const found = async () => {
      const query = '/cases?source=registry&externalId=R-1941'
      const { cases } = await ok<{ cases: { id: string }[] }>(world.admin, 'GET', query)
      return cases.map((one) => one.id).toSorted()
    }
    assert.deepEqual(await found(), [id, second, third].toSorted())
    const brought = async (named: object) => {
      const form = new FormData()
      const piece = { channel: 'mail', sender: { name: 'Somebody' }, receiptDate: '2026-04-03' }
      form.set('piece', JSON.stringify({ ...piece, case: named, mailType: 'statusInquiry' }))
      form.set('file', new Blob([`Where does it stand? ${JSON.stringify(named)}`]), 'letter.txt')
      return (await ok<{ piece: Piece }>(clerk, 'POST', '/correspondence', form)).piece
    }
    for (const named of [{ aliases: [alias] }, { caseId: id }, { caseId: second }, { caseId: third }]) {
      const { status, caseId, why: said } = await brought(named)
      assert.deepEqual([status, caseId], ['filed', third], `${JSON.stringify(named)}: ${said}`)
    }
  })

  /** The substitute dies too, and somebody else takes their place. */
  async function substituteAgain(id: string): Promise<string> {
    const { parties } = await ok<{ parties: { id: string; role: string }[] }>(
      world.admin,
      'GET',
      on(id, '/parties'),
    )
    const gone = parties.find(({ role }) => role !== 'witness')
    const path = on(id, `/parties/${gone?.id}`)
    await ok(world.admin, 'POST', path, { role: gone?.role, person: { ...eve, deathDate: '2026-02-05' } })
    const rita = { firstName: 'Rita', lastName: 'Byron' }
    await ok(world.admin, 'POST', on(id, `/parties/rita-${id}`), { role: 'witness', person: rita })
    return substitute(id, `rita-${id}`, gone?.id)
  }

  it('leaves the transcript that is still to be certified with its task on the first case, as any closing does', async () => {
    const id = await openCase()
    const sessionId = await heldSession(world, id)
    await fileRecording(world, { caseId: id, sessionId }, { sound: Buffer.from('sound') })
    const isWaiting = async () => (await tasksOf(id)).some(({ type }) => type === 'checkTranscript')
    await until(isWaiting)
    await die(id)
    await substitute(id)
    assert.equal(await isWaiting(), true)
    const { permissions } = await ok<{ permissions: string[] }>(world.admin, 'GET', on(id, ''))
    assert.ok(permissions.includes('certifyTranscripts'))
  })

  it('leaves a letter to one side with that side, and staff alone with one to the dead', async () => {
    const id = await openCase()
    const letters = { 'to Ada': `ada-${id}`, 'to Eve': `eve-${id}` }
    for (const [reason, partyId] of Object.entries(letters))
      await ok(world.admin, 'POST', on(id, '/letters'), {
        letter: 'general',
        partyId,
        reason: `zebrafinch ${reason}`,
      })
    await until(
      async () => (await documentsOf(id)).filter(({ madeAs }) => madeAs === 'sentLetter').length === 2,
    )
    await die(id)
    const linkedId = await substitute(id)
    await world.service.readTexts(linkedId)
    const power = await file(linkedId, 'Power of attorney', ['They act for me.'])
    const counsel = await world.member('counsel', ['representative'])
    const memberId = (await world.service.identity.members.find('counsel'))?.id
    await ok(world.admin, 'POST', on(linkedId, `/parties/counsel-${id}`), {
      role: 'attorney',
      organization: 'Counsel',
    })
    await ok(world.admin, 'PUT', on(linkedId, `/parties/eve-${id}/representation`), {
      representativeId: `counsel-${id}`,
      powerOfAttorney: { start: '2020-01-01', scope: 'all', documentId: power.id },
    })
    await ok(world.admin, 'POST', on(linkedId, '/access-grants'), { memberId, partyId: `eve-${id}` })
    const all = (await documentsOf(linkedId)).map((document) => document.id)
    const seen = await ok<{ documents: CaseDocument[] }>(counsel, 'GET', on(linkedId, '/documents'))
    assert.deepEqual([all.length, seen.documents.length], [3, 2])
    const { hits } = await ok<{ hits: { snippet: string }[] }>(
      counsel,
      'GET',
      `/appeals/${linkedId}/search?q=zebrafinch`,
    )
    assert.equal(hits.length, 1)
    assert.match(hits[0]?.snippet ?? '', /to Eve/)
    const told = JSON.stringify(await ok(counsel, 'GET', on(linkedId, '/events?limit=1000')))
    const hidden = all.find((document) => !seen.documents.some(({ id: one }) => one === document))
    assert.ok(!told.includes(hidden ?? 'none'))
  })

  it('alone lifts the block of a death: neither a substitute in the list of parties, nor an unread certificate', async () => {
    const id = await openCase(['Tinnitus'])
    await file(id, 'Examination', ['The ears ring.'])
    await ok(world.admin, 'POST', on(id, '/docket'), { docket: 'directReview' })
    await distribute(id)
    const [issue] = (await issuesOf(id)).issues
    await ok(drafter, 'POST', on(id, `/issues/${issue?.id}/evidence`), { page: 1 })
    await ok(drafter, 'PUT', on(id, `/issues/${issue?.id}/decision`), { disposition: 'allowed' })
    const product = await submitted(id, issue?.id)
    const codes = async () =>
      (await ok<Blockers>(judge, 'GET', `${product}/blockers`)).blockers.map(({ code }) => code)
    const certificate = (
      await ok<{ task: Task }>(clerk, 'POST', on(id, '/mail'), { mailType: 'deathCertificate' })
    ).task
    assert.deepEqual(await codes(), ['mailOpen'])
    await refused(422, /“Death certificate” is open/, judge, 'POST', `${product}/sign`, { version: 2 })
    const note = 'It reports nothing of the claimant.'
    await ok(support, 'POST', on(id, `/tasks/${certificate.id}/complete`), { note })
    assert.deepEqual(await codes(), [], 'it was read, and reports nothing of the claimant')
    await die(id)
    await ok(world.admin, 'POST', on(id, `/parties/kim-${id}`), {
      role: 'substitute',
      person: { firstName: 'Kim', lastName: 'Byron' },
    })
    assert.deepEqual(await codes(), ['claimantDeceased'])
    await refused(422, /Ada Byron has died/, judge, 'POST', `${product}/sign`, { version: 2 })
    await ok(world.admin, 'POST', adaOf(id), { role: 'appellant', person: ada })
    assert.deepEqual(await codes(), [], 'a death that is corrected bars nothing')
    await die(id)
    const linkedId = await substitute(id, `kim-${id}`)
    const [there] = (
      await ok<{ workProducts: WorkProductSummary[] }>(judge, 'GET', on(linkedId, '/work-products'))
    ).workProducts
    const { blockers } = await ok<Blockers>(
      judge,
      'GET',
      on(linkedId, `/work-products/${there?.id}/blockers`),
    )
    assert.deepEqual(
      blockers.map(({ code }) => code),
      [],
    )
  })

  it('tables that are rebuilt are the same, byte for byte', async () => {
    const { db } = world.service
    const tables = [...new Set(allProjections.flatMap(({ tables: its }) => its))]
    const rows = async () => {
      const all: Record<string, string[]> = {}
      for (const table of tables)
        all[table] = (await db.rows<{ row: string }>(`select t::text as row from ${table} t order by 1`)).map(
          ({ row }) => row,
        )
      return all
    }
    const position = async () =>
      (await db.rows<{ last: number }>(`select max(position) as last from events`))[0]?.last
    // A background job may write in between: then they are compared once more.
    for (let before = await position(), isQuiet = false; !isQuiet; before = await position()) {
      const live = await rows()
      await rebuild(db, allProjections)
      const rebuilt = await rows()
      isQuiet = before === (await position())
      if (isQuiet) assert.deepEqual(rebuilt, live)
    }
  })
})
