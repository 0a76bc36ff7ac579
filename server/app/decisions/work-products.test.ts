import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import type { DecisionPackage } from '@portico/contract/decision-package'
import type { NewWorkProductContent } from '@portico/contract/work-products'
import { workProducts } from '../../core/decision/work-product.ts'
import { document } from '../../core/file/document.ts'
import { issues } from '../../core/issue/issue.ts'
import { canonicalJson } from '../../core/kernel/chain.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import { party } from '../../core/party/party.ts'
import { defaultProfile } from '../../profile/default.ts'
import { allProjections } from '../../projections/all.ts'
import { readCaseEvents } from '../../store/events/read.ts'
import { newDocument, noReactions, noWork, openDesk, requestBy } from '../../test/case-desk.ts'
import { freshDatabase, type TestDatabase } from '../../test/database.ts'
import { alice, bob, noon } from '../../test/given.ts'
import { createExecute } from '../engine/execute.ts'
import { presentEvents } from '../engine/present-events.ts'
import { rebuild } from '../engine/rebuild.ts'
import { type IssueReader, openIssues } from './issues.ts'
import { openWorkProducts } from './work-products.ts'

describe('work products in the database', () => {
  let db: TestDatabase
  before(async () => {
    db = await freshDatabase()
  })
  after(() => db.close())

  /** As a process of the service would have them: with a memory of its own. */
  function aProcess(profile = defaultProfile) {
    const profileFor = async () => profile
    const options = { db, projections: allProjections, profileFor, reactions: noReactions, workFor: noWork }
    const execute = createExecute(options)
    return { execute, ...openWorkProducts({ db, execute, profileFor, recognition: 'off' }) }
  }

  async function reviewedCase() {
    const desk = aProcess()
    const { caseId } = await openDesk(db, desk.execute).open([newDocument(3)])
    const issueId = `issue-of-${caseId}`
    const target = { caseId, workProductId: `product-of-${caseId}` }
    const decided = { type: 'decideIssue' as const, caseId, issueId, disposition: 'allowed' }
    const added = { type: 'addIssue' as const, caseId, issueId, issueType: 'serviceConnection' }
    await desk.execute(issues, requestBy(), added, () => null)
    await desk.execute(issues, requestBy(), decided, () => null)
    const person = { firstName: 'A', lastName: 'Byron' }
    const claimant = {
      type: 'recordParty' as const,
      caseId,
      partyId: 'party-claimant',
      role: 'appellant',
      person,
    }
    await desk.execute(party, requestBy(), claimant, () => null)
    const content: NewWorkProductContent = {
      opening: [],
      issues: [
        {
          issueId,
          content: [
            {
              type: 'paragraph',
              content: [
                { type: 'text', text: 'Granted.' },
                { type: 'citation', anchor: { page: 2 } },
              ],
            },
          ],
        },
      ],
      closing: [],
    }
    await desk.draft(requestBy(), target, { content })
    await desk.change(requestBy(), { ...target, type: 'submit', version: 1 })
    return { desk, target, issueId, content }
  }

  const staff = { id: 'mem_staff', teams: [], audience: 'deliberation' as const }
  const outsider = { id: 'mem_outside', teams: [], audience: 'party' as const }
  const kept = (caseId: string) =>
    db.rows<{ sha256: string; body: string }>(
      `select sha256, body from decision_packages where case_id = $1`,
      [caseId],
    )

  it('are signed by one of several processes, and one package is kept', async () => {
    const { target } = await reviewedCase()
    const processes = Array.from({ length: 6 }, () => aProcess())
    const signatures = await Promise.allSettled(
      processes.map((desk, index) =>
        desk.sign(requestBy(index % 2 ? bob : alice), target, { version: 1, name: 'A Judge' }),
      ),
    )
    const refusals = signatures.filter((signature) => signature.status === 'rejected')
    assert.equal(refusals.length, 5)
    for (const { reason } of refusals) assert.ok(reason instanceof Refusal && reason.code === 'conflict')
    const [only, ...others] = await kept(target.caseId)
    assert.ok(only && others.length === 0)
    const detail = await processes[0]!.decisionPackage(target.caseId, staff)
    assert.equal(detail.sha256, only.sha256)
    assert.equal(canonicalJson(detail.package), only.body)
  })

  it('have blocks that keep their IDs, whoever saves them, and no version for these alone', async () => {
    const { desk, target, issueId, content } = await reviewedCase()
    const asking = { call: requestBy(), allowed: [] }
    const textOf = async () => (await desk.find(target, asking)).content
    const save = (next: NewWorkProductContent, baseVersion: number) =>
      desk.save(requestBy(), target, { baseVersion, content: next, mayEditInReview: true })
    const [granted] = (await textOf()).issues[0]!.content
    const cell = (text: string) => ({ content: [{ type: 'text' as const, text }] })
    const written: NewWorkProductContent['opening'] = [
      { type: 'table', header: [cell('Examined')], rows: [{ cells: [cell('1998')] }] },
      {
        type: 'paragraph',
        id: 'blk_ofMine',
        content: [{ type: 'footnote', content: [{ type: 'citation', anchor: { page: 3 } }] }],
      },
      {
        type: 'paragraph',
        content: [
          { type: 'text', text: 'Granted, as it should be.' },
          { type: 'citation', anchor: { page: 2 } },
        ],
      },
    ]
    await save({ ...content, issues: [{ issueId, content: written }] }, 1)
    const saved = await textOf()
    const [table, noted, again] = saved.issues[0]!.content
    assert.ok(table?.type === 'table' && noted?.type === 'paragraph')
    assert.match(table.rows[0]!.id, /^blk_/)
    assert.equal(noted.id, 'blk_ofMine')
    const [footnote] = noted.content
    assert.ok(footnote?.type === 'footnote' && footnote.content[0]?.type === 'citation')
    assert.match(footnote.content[0].anchor.sha256, /^[0-9a-f]{64}$/)
    assert.equal(again?.id, granted?.id)

    const bare = JSON.parse(JSON.stringify(saved, (key, value) => (key === 'id' ? undefined : value)))
    for (const same of [saved, bare]) assert.equal((await save(same, 2)).workProduct.version, 2)

    // As a version before blocks had IDs has kept it.
    const kept = canonicalJson(bare)
    const sha256 = hash('sha256', kept)
    await db.rows(`insert into work_product_texts (case_id, sha256, body) values ($1, $2, $3)`, [
      target.caseId,
      sha256,
      kept,
    ])
    const old = { ...target, type: 'save' as const, contentSha256: sha256, issueIds: [issueId] }
    await desk.execute(
      workProducts,
      requestBy(),
      { ...old, baseVersion: 2, mayEditInReview: true },
      () => null,
    )
    const derived = await textOf()
    assert.deepEqual(await textOf(), derived)
    assert.match(derived.issues[0]!.content[0]!.id, /^blk_[0-9a-f]{32}$/)
    for (const same of [derived, bare]) {
      const { workProduct } = await save(same, 3)
      assert.equal(workProduct.version, 3)
    }
    const texts = await db.rows(`select from work_product_texts where case_id = $1`, [target.caseId])
    assert.equal(texts.length, 3)
  })

  it('that are refused leave neither package nor text behind', async () => {
    const { desk, target, content } = await reviewedCase()
    const before = await db.rows(`select from work_product_texts where case_id = $1`, [target.caseId])
    const stale = { baseVersion: 7, title: 'Another', content, mayEditInReview: true }
    content.closing.push({ type: 'paragraph', content: [{ type: 'text', text: 'Lost.' }] })
    await assert.rejects(desk.save(requestBy(), target, stale), /at version 1, not 7/)
    await desk.save(requestBy(), target, { ...stale, baseVersion: 1, content: { ...content, issues: [] } })
    await assert.rejects(
      desk.sign(requestBy(), target, { version: 2, name: 'A Judge' }),
      /its section of the text is empty/,
    )
    assert.deepEqual(await kept(target.caseId), [])
    const texts = await db.rows(`select from work_product_texts where case_id = $1`, [target.caseId])
    assert.equal(texts.length, before.length + 1)
  })

  it('freeze who had read what: a mark on an older version is not of the newer one', async () => {
    const { desk, target } = await reviewedCase()
    const { caseId } = target
    await db.rows(
      `insert into read_marks (case_id, document_id, member_id, read, at)
       select case_id, document_id, member, true, filed_at + at from document_versions,
         (values ('mem_early', interval '-1 day'), ('mem_late', interval '1 day')) as m (member, at)
       where case_id = $1`,
      [caseId],
    )
    await desk.sign(requestBy(), target, { version: 1, name: 'A Judge' })
    const { manifest } = (await desk.decisionPackage(caseId, staff)).package
    assert.deepEqual(
      manifest.map(({ readBy }) => readBy.map(({ id }) => id)),
      [['mem_late']],
    )
  })

  it('freeze what came after the signer looked: a reader, and their name', async () => {
    const { desk, target } = await reviewedCase()
    const { caseId } = target
    const another = aProcess()
    const look = () => desk.blockers(target, { by: alice, name: 'A Judge', at: noon.toISOString() })
    const [{ documentId }] = (await db.rows<{ documentId: string }>(
      `select document_id as "documentId" from documents where case_id = $1`,
      [caseId],
    )) as [{ documentId: string }]
    const read = { type: 'setRead' as const, caseId, documentId, read: true }
    const warned = async () => (await look()).warnings.map(({ code }) => code)
    assert.deepEqual(await warned(), ['documentsUnread'])
    await another.execute(document, requestBy(bob), read, () => null)
    assert.deepEqual(await warned(), [])
    await db.rows(
      `insert into members (id, username, username_folded, display_name, roles, created_at)
       values ($1, 'robert', 'robert', 'Bob', '{}', now())`,
      [bob.id],
    )
    await desk.sign(requestBy(), target, { version: 1, name: 'A Judge' })
    const { manifest } = (await desk.decisionPackage(caseId, staff)).package
    assert.deepEqual(
      manifest.map(({ readBy }) => readBy.map(({ name }) => name)),
      [['robert']],
    )
  })

  it('keep the canonical JSON of the package, whatever documents and readers are called', async () => {
    const { desk, target } = await reviewedCase()
    const { caseId } = target
    const name = 'A "name"\\ with\n\u0001\u007f\u2028 é 💠 </b>'
    await db.rows(`update documents set name = $2 where case_id = $1`, [caseId, name])
    await db.rows(
      `insert into read_marks (case_id, document_id, member_id, read, at)
       select case_id, document_id, member, true, at from document_versions,
         (values ('mem_"b"', timestamptz '2099-12-31 23:59:59.999Z'), ('mem_a', '2099-01-02 03:04:05.006Z')) as m (member, at)
       where case_id = $1`,
      [caseId],
    )
    await desk.sign(requestBy(), target, { version: 1, name: 'A Judge' })
    const [row] = await db.rows<{ body: string }>(`select body from decision_packages where case_id = $1`, [
      caseId,
    ])
    const signed = JSON.parse(row!.body) as DecisionPackage
    assert.equal(canonicalJson(signed), row!.body)
    const documents = await db.rows<object>(
      `select document_id as "documentId", version, name, receipt_date as "receiptDate", start_page as "startPage",
         end_page as "endPage", content from documents where case_id = $1 order by start_page`,
      [caseId],
    )
    const readBy = [
      { id: 'mem_a', name: 'mem_a', at: '2099-01-02T03:04:05.006Z' },
      { id: 'mem_"b"', name: 'mem_"b"', at: '2099-12-31T23:59:59.999Z' },
    ]
    assert.deepEqual(
      signed.manifest,
      documents.map((document) => ({ ...document, readBy })),
    )
  })

  it('freeze the recipients and who spoke for them', async () => {
    const { desk, target } = await reviewedCase()
    const { caseId } = target
    const record = (partyId: string, role: string, lastName: string) =>
      desk.execute(
        party,
        requestBy(),
        { type: 'recordParty', caseId, partyId, role, person: { firstName: 'A', lastName } },
        () => null,
      )
    await record('party-speaker', 'representative', 'Babbage')
    await desk.execute(
      party,
      requestBy(),
      {
        type: 'represent',
        caseId,
        partyId: 'party-claimant',
        representation: {
          representativeId: 'party-speaker',
          powerOfAttorney: { start: noon.toISOString().slice(0, 10), scope: 'all matters' },
        },
      },
      () => null,
    )
    await desk.sign(requestBy(), target, { version: 1, name: 'A Judge' })
    const { recipients } = (await desk.decisionPackage(caseId, staff)).package
    assert.deepEqual(
      recipients.map(({ name, representation }) => [name, representation?.name]),
      [
        ['A Byron', 'A Babbage'],
        ['A Babbage', undefined],
      ],
    )
  })

  it('are sealed once, and the package then has a file', async () => {
    const { desk, target } = await reviewedCase()
    const signed = await desk.sign(requestBy(), target, { version: 1, name: 'A Judge' })
    const packageSha256 = signed.workProduct.packageSha256 as string
    assert.equal((await desk.decisionPackage(target.caseId, staff)).file, null)
    const seal = { ...target, type: 'seal' as const, packageSha256, sha256: 'e'.repeat(64), bytes: 99 }
    await desk.change(requestBy(), seal)
    await desk.change(requestBy(), { ...seal, sha256: 'f'.repeat(64) })
    const { file } = await desk.decisionPackage(target.caseId, staff)
    assert.deepEqual([file?.sha256, file?.bytes], ['e'.repeat(64), 99])
  })

  it('are for those who know how they came about until they are released', async () => {
    const { target } = await reviewedCase()
    const { caseId } = target
    const desk = aProcess({ ...defaultProfile, workProducts: { release: 'afterQualityReview' } })
    const signed = await desk.sign(requestBy(), target, { version: 1, name: 'A Judge' })
    assert.equal((await desk.decisionPackage(caseId, staff)).status, 'signed')
    await assert.rejects(desk.decisionPackage(caseId, outsider), /No decision has been signed/)
    const { list } = openIssues({
      db,
      execute: openDesk(db).execute,
      profileFor: async () => defaultProfile,
      recognition: 'off',
    })
    const decisions = async (audience: IssueReader['audience']) =>
      (await list(caseId, { audience })).issues.map(({ status, decision }) => [status, decision?.disposition])
    const told = async () => {
      const events = await readCaseEvents(db, caseId, { limit: 1000 })
      const shown = await presentEvents(db, events, outsider, '2026-11-15')
      return shown.map(({ type }) => type).filter((type) => /^(workProduct|delivery|case\.)/.test(type))
    }
    assert.deepEqual(await decisions('party'), [['open', undefined]])
    assert.deepEqual(await decisions('integration'), [['decided', 'allowed']])
    const before = await told()
    assert.doesNotMatch(before.join(), /workProduct|delivery/)
    await desk.change(requestBy(), { ...target, type: 'release' })
    await assert.rejects(desk.decisionPackage(caseId, outsider), /No decision has been signed/)
    const packageSha256 = signed.workProduct.packageSha256 as string
    await desk.change(requestBy(), {
      ...target,
      type: 'seal',
      packageSha256,
      sha256: 'e'.repeat(64),
      bytes: 9,
    })
    await desk.change(requestBy(), { ...target, type: 'release' })
    assert.equal((await desk.decisionPackage(caseId, outsider)).status, 'released')
    assert.deepEqual(await decisions('party'), [['decided', 'allowed']])
    assert.match((await told()).join(), /workProduct\.released/)
    await desk.change(requestBy(), { ...target, type: 'recall', why: 'Wrong.' })
    assert.equal((await desk.decisionPackage(caseId, outsider)).status, 'recalled')
  })

  it('are the same when their tables are made anew', async () => {
    const { desk, target, content } = await reviewedCase()
    const comment = (commentId: string, inReplyTo?: string) =>
      desk.comment(
        requestBy(bob),
        { ...target, commentId },
        { text: 'Why?', ...(inReplyTo === undefined ? {} : { inReplyTo }) },
      )
    await comment('comment-1')
    await comment('comment-2', 'comment-1')
    await comment('comment-3')
    const settle = (resolved: boolean, commentId: string) =>
      desk.change(requestBy(), { ...target, type: 'setResolved', commentId, resolved })
    await settle(true, 'comment-1')
    await settle(true, 'comment-3')
    await settle(false, 'comment-3')
    await desk.giveBack(requestBy(bob), target, { version: 1, reasons: ['Again.'] })
    const saved = { baseVersion: 1, title: 'Order', content, mayEditInReview: false }
    await desk.save(requestBy(), target, saved)
    await desk.change(requestBy(), { ...target, type: 'submit', version: 2 })
    await desk.sign(requestBy(bob), target, { version: 2, name: 'Bob Judge' })
    await desk.change(requestBy(bob), { ...target, type: 'recall', why: 'Wrong.' })
    const next = { ...target, workProductId: 'product-2' }
    await desk.draft(requestBy(), next, { from: target.workProductId })
    await desk.change(requestBy(), { ...next, type: 'discard', why: 'No more.' })

    const tables = ['work_products', 'work_product_versions', 'work_product_comments', 'issues']
    const read = () =>
      Promise.all(
        tables.map((table) => db.rows<{ row: string }>(`select t::text as row from ${table} t order by 1`)),
      )
    const live = await read()
    await rebuild(db, allProjections)
    assert.deepEqual(await read(), live)

    const [discarded, recalled] = await desk.list(target.caseId)
    assert.deepEqual([discarded?.status, discarded?.discarded?.why], ['discarded', 'No more.'])
    assert.deepEqual(
      [recalled?.status, recalled?.recalled?.why, recalled?.version],
      ['recalled', 'Wrong.', 2],
    )
    assert.deepEqual([recalled?.returned?.reasons, recalled?.openComments], [['Again.'], 1])
  })
})
