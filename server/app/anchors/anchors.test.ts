import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import type { Anchor, NewAnchor } from '@portico/contract/anchors'
import { caseFile } from '../../core/file/case-file.ts'
import { document } from '../../core/file/document.ts'
import type { IssueCommand } from '../../core/issue/commands.ts'
import { issues } from '../../core/issue/issue.ts'
import { type Decider, type Fact, Refusal, type RefusalCode } from '../../core/kernel/decider.ts'
import { defaultProfile } from '../../profile/default.ts'
import { listCitations } from '../../projections/citations.ts'
import { keepText } from '../../store/work-product-texts.ts'
import { newDocument, openDesk, requestBy } from '../../test/case-desk.ts'
import { freshDatabase, type TestDatabase } from '../../test/database.ts'
import { noon } from '../../test/given.ts'
import { openIssues } from '../decisions/issues.ts'
import { checkAnchors, placeOfPage, resolveAnchors } from './anchors.ts'
import { createFollowCitations } from './follow-citations.ts'

/** Whatever happened elsewhere on the case. */
const told: Decider<{ type: 'tell'; caseId: string; fact: Fact }, null> = {
  name: 'told',
  stateVersion: 1,
  reads: () => ({ types: [] }),
  initial: null,
  evolve: (state) => state,
  decide: ({ fact }) => [fact],
}

describe('anchors', () => {
  let db: TestDatabase
  let desk: ReturnType<typeof openDesk>
  before(async () => {
    db = await freshDatabase()
    desk = openDesk(db)
  })
  after(() => db.close())

  /** A case of one document, whose pages say this. */
  async function caseOf(...texts: string[]) {
    const filed = newDocument(texts.length, 'Examination')
    const { caseId, documentIds } = await desk.open([filed])
    const documentId = documentIds[0]!
    await read(caseId, documentId, 1, texts)
    return { caseId, documentId, sha256: filed.content.sha256 }
  }
  async function read(
    caseId: string,
    documentId: string,
    startPage: number,
    texts: string[],
    source = 'textLayer',
  ) {
    for (const [index, text] of texts.entries()) {
      await db.rows(
        `insert into page_texts (case_id, page, text, source) values ($1, $2, $3, $4)
         on conflict (case_id, page) do update set text = excluded.text, source = excluded.source`,
        [caseId, startPage + index, text, source],
      )
    }
    await db.rows(
      `insert into document_texts (case_id, document_id, sha256, pages_read, pages, start_page)
       values ($1, $2, '', $3, $3, $4)
       on conflict (case_id, document_id) do update set pages_read = $3, pages = $3, start_page = $4`,
      [caseId, documentId, texts.length, startPage],
    )
  }
  async function revise(caseId: string, documentId: string, ...texts: string[]) {
    const { content } = newDocument(texts.length)
    const sha256 = randomBytes(32).toString('hex')
    const command = { caseId, documentId, content: { ...content, sha256 } }
    const { state } = await desk.execute(
      caseFile,
      requestBy(),
      { type: 'reviseDocument', ...command },
      ({ state }) => ({ state }),
    )
    const { startPage } = state.documents.find(({ id }) => id === documentId)!
    return { startPage, sha256, read: () => read(caseId, documentId, startPage, texts) }
  }
  const tell = (caseId: string, fact: Fact) =>
    desk.execute(told, requestBy(), { type: 'tell', caseId, fact }, () => null)
  const resolve = async (caseId: string, given: NewAnchor) =>
    (await resolveAnchors(db, caseId, [given]))[0]!.anchor
  const check = async (caseId: string, anchor: Anchor, recognition: 'on' | 'off' = 'off') =>
    (await checkAnchors(db, caseId, [anchor], recognition))[0]!
  const refused = (code: RefusalCode, sentence: RegExp, caseId: string, given: NewAnchor) =>
    assert.rejects(
      resolve(caseId, given),
      (error) => error instanceof Refusal && error.code === code && sentence.test(error.message),
    )

  describe('as callers give them', () => {
    it('are completed from the page', async () => {
      const { caseId, documentId, sha256 } = await caseOf('The knee.', 'The hip is\nsound.')
      const rect = { left: 0.1, top: 0.2, right: 0.3, bottom: 0.4 }
      const given = { page: 2, rect, quote: 'hip is sound' }
      const anchor = { documentId, version: 1, sha256, ...given }
      assert.deepEqual(await resolveAnchors(db, caseId, [given, { page: 1, documentId }]), [
        { anchor, documentName: 'Examination' },
        { anchor: { documentId, version: 1, sha256, page: 1 }, documentName: 'Examination' },
      ])
    })
    it('are of a page that the case has, in the document that is named', async () => {
      const { caseId, documentId } = await caseOf('The knee.')
      await refused('invalid', /no page 2 in this case/, caseId, { page: 2 })
      await refused('invalid', /not in this document: it is in doc_/, caseId, {
        page: 1,
        documentId: 'doc_x',
      })
      await refused('invalid', /rectangle/, caseId, {
        page: 1,
        documentId,
        rect: { left: 1, top: 0, right: 0, bottom: 1 },
      })
    })
    it('quote what is written on the page, or say where it is', async () => {
      const { caseId } = await caseOf('The knee.', 'Nothing.', 'The hip is sound.')
      await refused('invalid', /^The quote is not on page 1; it is on page 3\.$/, caseId, {
        page: 1,
        quote: 'hip is sound',
      })
      await refused('invalid', /^The quote is not on page 1\.$/, caseId, { page: 1, quote: 'the heart' })
    })
    it('may quote what a picture was misread for, and what is not read yet', async () => {
      const { caseId, documentId } = await caseOf('Tne kn3e.', '')
      await read(caseId, documentId, 1, ['Tne kn3e.'], 'ocr')
      const misread = await resolve(caseId, { page: 1, quote: 'The knee' })
      assert.deepEqual(await check(caseId, misread), { status: 'unread', resolves: true })
      assert.equal((await check(caseId, { ...misread, quote: 'kn3e' })).status, 'holds')
      assert.equal((await resolve(caseId, { page: 2, quote: 'The knee' })).page, 2)
    })
    it('are of the newest version of a document that is in the file', async () => {
      const { caseId, documentId } = await caseOf('The knee.')
      const { startPage } = await revise(caseId, documentId, 'The knee, revised.')
      await refused('stateForbids', /older version of its document.* pages 2 to 2/, caseId, { page: 1 })
      assert.equal((await resolve(caseId, { page: startPage })).version, 2)
      const removal = { type: 'setStatus' as const, status: 'removed' as const, why: 'a mistake' }
      await desk.execute(document, requestBy(), { caseId, documentId, ...removal }, () => null)
      await refused('stateForbids', /its document is removed/, caseId, { page: startPage })
    })
  })

  describe('held against the stored pages', () => {
    it('hold, or say why not', async () => {
      const { caseId, documentId } = await caseOf('The knee.', '')
      const anchor = await resolve(caseId, { page: 1, quote: 'the knee' })
      assert.deepEqual(await check(caseId, anchor), { status: 'holds', resolves: true })
      assert.equal((await check(caseId, { ...anchor, page: 2 })).status, 'unread')
      assert.equal((await check(caseId, { ...anchor, page: 3 })).status, 'broken')
      assert.equal((await check(caseId, { ...anchor, sha256: 'e'.repeat(64) })).status, 'broken')
      assert.equal((await check('case_other', anchor)).status, 'broken')
      await read(caseId, documentId, 1, ['Something else.'])
      assert.deepEqual(await check(caseId, anchor), { status: 'quoteMissing', resolves: false })
    })
    it('are removed with their document', async () => {
      const { caseId, documentId } = await caseOf('The knee.')
      const anchor = await resolve(caseId, { page: 1 })
      const removal = { type: 'setStatus' as const, status: 'held' as const, why: 'who knows' }
      await desk.execute(document, requestBy(), { caseId, documentId, ...removal }, () => null)
      assert.equal((await check(caseId, anchor)).status, 'removed')
    })
    it('are found in a newer version, wait for its text, or are orphaned by it', async () => {
      const { caseId, documentId } = await caseOf('The knee.', 'The hip is sound.')
      const knee = await resolve(caseId, { page: 1, quote: 'the knee' })
      const hip = await resolve(caseId, { page: 2, quote: 'hip is sound' })
      const { startPage, sha256, read } = await revise(caseId, documentId, 'A new page.', 'The knee.')
      assert.deepEqual(await check(caseId, knee), { status: 'superseded', resolves: false })
      await read()
      const now = { ...knee, version: 2, sha256, page: startPage + 1 }
      assert.deepEqual(await check(caseId, knee), { status: 'moved', resolves: false, now })
      assert.deepEqual(await check(caseId, hip), { status: 'orphaned', resolves: false })
      await db.rows(`insert into pages_to_recognise (case_id, page) values ($1, $2)`, [caseId, startPage])
      assert.equal((await check(caseId, hip, 'on')).status, 'superseded')
      assert.equal((await check(caseId, hip, 'off')).status, 'orphaned')
    })
  })

  describe('cited for an issue', () => {
    const issueOf = (caseId: string) => ({ caseId, issueId: `issue_${caseId}` })
    const perform = (command: IssueCommand) => desk.execute(issues, requestBy(), command, () => null)
    const open = () =>
      openIssues({
        db,
        execute: desk.execute,
        profileFor: async () => defaultProfile,
        recognition: 'off',
      })
    const follow = (caseId: string) =>
      createFollowCitations({ db, execute: desk.execute, clock: () => noon, recognition: 'off' })(caseId)
    async function citing(caseId: string, ...given: NewAnchor[]) {
      await perform({ type: 'addIssue', ...issueOf(caseId), issueType: 'serviceConnection' })
      for (const one of given) await open().cite(requestBy(), caseId, issueOf(caseId).issueId, one)
    }
    const placesOf = async (caseId: string) =>
      (await listCitations(db, caseId)).map(({ anchor, orphaned }) => [
        anchor.documentId,
        anchor.version,
        anchor.page,
        orphaned ?? false,
      ])

    it('follow a revision, or are marked where they stood', async () => {
      const { caseId, documentId } = await caseOf('The knee.', 'The hip is sound.')
      await citing(caseId, { page: 1, quote: 'the knee' }, { page: 2, quote: 'hip is sound' })
      const { startPage, read } = await revise(caseId, documentId, 'A new page.', 'The knee.')
      await follow(caseId)
      assert.deepEqual(await placesOf(caseId), [
        [documentId, 1, 1, false],
        [documentId, 1, 2, false],
      ])
      await read()
      await follow(caseId)
      assert.deepEqual(await placesOf(caseId), [
        [documentId, 1, 2, true],
        [documentId, 2, startPage + 1, false],
      ])
      const again = await revise(caseId, documentId, 'The hip is sound after all.')
      await again.read()
      await follow(caseId)
      assert.deepEqual(await placesOf(caseId), [
        [documentId, 2, startPage + 1, true],
        [documentId, 3, again.startPage, false],
      ])
    })
    it('go with their page when a document is divided', async () => {
      const { caseId, documentId } = await caseOf('The knee.', 'The hip.', 'The heart.')
      await citing(caseId, { page: 1 }, { page: 3, quote: 'the heart' })
      const { content: _, ...part } = newDocument(1)
      const parts = [
        { ...part, documentId, pageCount: 2 },
        { ...part, pageCount: 1 },
      ]
      await desk.execute(
        caseFile,
        requestBy(),
        { type: 'divideDocument', caseId, documentId, parts },
        () => null,
      )
      await follow(caseId)
      assert.deepEqual(await placesOf(caseId), [
        [documentId, 1, 1, false],
        [part.documentId, 1, 3, false],
      ])
      const { evidence } = await open().evidence(caseId, issueOf(caseId).issueId)
      assert.deepEqual(
        evidence.map(({ check }) => check.status),
        ['holds', 'holds'],
      )
    })
    it('stay as they were signed, and follow once the decision is recalled', async () => {
      const { caseId, documentId, sha256 } = await caseOf('The knee.')
      await citing(caseId, { page: 1, quote: 'the knee' })
      const workProductId = 'product_1'
      await tell(caseId, {
        type: 'workProduct.signed',
        subject: workProductId,
        data: {
          workProductId,
          version: 1,
          contentSha256: sha256,
          packageSha256: sha256,
          dispositions: [{ issueId: issueOf(caseId).issueId, disposition: 'allowed', reasons: [] }],
          recipients: [],
          warnings: [],
        },
      })
      const { startPage, read } = await revise(caseId, documentId, 'A new page.', 'The knee.')
      await read()
      await follow(caseId)
      assert.deepEqual(await placesOf(caseId), [[documentId, 1, 1, false]])
      await assert.rejects(
        perform({ type: 'decideIssue', ...issueOf(caseId), disposition: 'denied' }),
        /signed decision decides this issue/,
      )
      const recalled = { workProductId, packageSha256: sha256, wasReleased: false, why: 'a slip' }
      await tell(caseId, { type: 'workProduct.recalled', subject: workProductId, data: recalled })
      await follow(caseId)
      assert.deepEqual(await placesOf(caseId), [[documentId, 2, startPage + 1, false]])
      await perform({ type: 'decideIssue', ...issueOf(caseId), disposition: 'denied' })
    })
    it('are answered as they stand when they are cited again', async () => {
      const { caseId } = await caseOf('The knee.')
      const { issueId } = issueOf(caseId)
      await citing(caseId)
      const first = await open().cite(requestBy(), caseId, issueId, { page: 1, note: 'pain' })
      const later = requestBy(undefined, new Date(noon.getTime() + 60_000))
      assert.deepEqual(await open().cite(later, caseId, issueId, { page: 1 }), first)
      assert.deepEqual(await listCitations(db, caseId), [first])
      assert.equal(first.note, 'pain')
    })
    it('are found by their page, of whichever version, and only while the issue is in the list', async () => {
      const { caseId, documentId } = await caseOf('The knee.', 'The hip.')
      await citing(caseId, { page: 2 })
      const { issueId } = issueOf(caseId)
      const found = await open().citationsOfPage(caseId, 2, { curates: true, concealed: [] })
      assert.deepEqual([found.documentId, found.version], [documentId, 1])
      assert.deepEqual(
        found.citations.map((citation) => citation.issueId),
        [issueId],
      )
      assert.deepEqual(
        (await open().citationsOfPage(caseId, 1, { curates: true, concealed: [] })).citations,
        [],
      )
      await assert.rejects(
        open().citationsOfPage(caseId, 9, { curates: true, concealed: [] }),
        /no such page/,
      )
      await perform({ type: 'removeIssue', ...issueOf(caseId), how: 'withdrawn', why: 'because' })
      assert.deepEqual(
        (await open().citationsOfPage(caseId, 2, { curates: true, concealed: [] })).citations,
        [],
      )
    })
    it('in a text are found by their page too, once each, whatever block they stand in', async () => {
      const { caseId } = await caseOf('The knee.', 'The hip.')
      const [knee, hip] = [await resolve(caseId, { page: 1 }), await resolve(caseId, { page: 2 })]
      const citing = (anchor: Anchor) => ({ type: 'citation', anchor })
      const items = [{ level: 0, content: [citing(knee), citing(hip)] }]
      const content = {
        opening: [{ type: 'paragraph', content: [{ type: 'text', text: 'Page 1' }] }],
        issues: [{ issueId: 'issue_1', content: [{ type: 'list', isOrdered: true, items }] }],
        closing: [{ type: 'boilerplate', entryId: 'x', version: 1, edited: [{ content: [citing(knee)] }] }],
      }
      const contentSha256 = await keepText(db, caseId, content)
      const drafted = { version: 1, title: 'Decision', contentSha256, issueIds: [] }
      for (const workProductId of ['product_0', 'product_1']) {
        const data = { workProductId, ...drafted }
        await tell(caseId, { type: 'workProduct.drafted', subject: workProductId, data })
      }
      const discarded = { workProductId: 'product_0', why: 'begun anew' }
      await tell(caseId, { type: 'workProduct.discarded', subject: 'product_0', data: discarded })
      const of = { workProductId: 'product_1', title: 'Decision', status: 'draft', anchor: knee }
      assert.deepEqual((await open().citationsOfPage(caseId, 1, { curates: true, concealed: [] })).inTexts, [
        { ...of, part: 'issue', issueId: 'issue_1' },
        { ...of, part: 'closing' },
      ])
      assert.equal(
        (await open().citationsOfPage(caseId, 2, { curates: true, concealed: [] })).inTexts.length,
        1,
      )
    })
    it('are not told before the decision is signed to those who may not know', async () => {
      const { caseId } = await caseOf('The knee.')
      await citing(caseId, { page: 1 })
      await perform({ type: 'decideIssue', ...issueOf(caseId), disposition: 'denied', note: 'no nexus' })
      const { issues: all } = await open().list(caseId)
      assert.deepEqual(
        [all[0]?.status, all[0]?.decision?.disposition, all[0]?.citations],
        ['decided', 'denied', 1],
      )
      const { issues: signed } = await open().list(caseId, { audience: 'integration' })
      assert.deepEqual([signed[0]?.status, signed[0]?.decision, signed[0]?.citations], ['open', undefined, 0])
      await db.rows(`update issues set signed_in = 'product_1' where case_id = $1`, [caseId])
      const issue = await open().get(caseId, issueOf(caseId).issueId, { audience: 'integration' })
      assert.deepEqual([issue.status, issue.decision?.disposition, issue.citations], ['decided', 'denied', 1])
    })
  })

  describe('the place of a page', () => {
    const place = (caseId: string, page: number, isCurrent = true) =>
      placeOfPage(db, caseId, page, { isCurrent, recognition: 'off' })
    const knee = 'The left knee gives way on stairs and swells after walking a mile'
    const hearing = 'Hearing in the right ear is normal at every frequency that was tested'
    const back = 'The lower back is stiff in the morning and bends to sixty degrees'

    it('of a revised document is where its words are; where they are gone it is the nearest', async () => {
      const { caseId, documentId } = await caseOf(knee, hearing, back)
      assert.equal((await place(caseId, 2)).status, 'current')
      const revised = await revise(caseId, documentId, 'A cover sheet of the clinic', knee, back)
      const unread = await place(caseId, 1)
      assert.deepEqual([unread.status, unread.now], ['unread', revised.startPage])
      await revised.read()
      const { startPage } = revised
      assert.deepEqual(
        [await place(caseId, 1), await place(caseId, 3)].map(({ status, now, nth, version }) => [
          status,
          now,
          nth,
          version,
        ]),
        [
          ['moved', startPage + 1, 1, 1],
          ['moved', startPage + 2, 3, 1],
        ],
      )
      const gone = await place(caseId, 2)
      assert.deepEqual([gone.status, gone.now, gone.name], ['gone', startPage + 1, 'Examination'])
      await assert.rejects(place(caseId, 999), { message: 'There is no such page in this case.' })
    })

    it('is found far from where it stood, and of a removed document is told to curators alone', async () => {
      const filler = (nth: number) => `Entry ${nth} of the ward book, number ${nth * 7}, bed ${nth * 3}`
      const { caseId, documentId } = await caseOf(knee, hearing)
      const many = Array.from({ length: 40 }, (_, nth) => filler(nth))
      const revised = await revise(caseId, documentId, ...many, knee)
      await revised.read()
      assert.equal((await place(caseId, 1)).now, revised.startPage + 40)
      const removal = { type: 'setStatus' as const, status: 'removed' as const, why: 'Filed twice.' }
      await desk.execute(document, requestBy(), { ...removal, caseId, documentId }, () => null)
      await assert.rejects(place(caseId, 1), { message: 'There is no such page in this case.' })
      assert.equal((await place(caseId, 1, false)).status, 'removed')
    })
  })
})
