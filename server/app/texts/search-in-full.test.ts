import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { CaseSearchQuery } from '@portico/contract/cases'
import { caseFile } from '../../core/file/case-file.ts'
import { document } from '../../core/file/document.ts'
import type { Reader } from '../../core/file/reader.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import { indexPages } from '../../search/index-pages.ts'
import { type CaseIndexes, openCaseIndexes } from '../../search/memory/case-indexes.ts'
import { newDocument, openDesk, requestBy } from '../../test/case-desk.ts'
import { freshDatabase, type TestDatabase } from '../../test/database.ts'
import { alice, bob } from '../../test/given.ts'
import { openSearch, type Search } from './search.ts'

const documents = [
  {
    ...newDocument(3, 'Exam'),
    receiptDate: '2020-01-01',
    texts: ['Tinnitus was noted.', 'Nothing.', 'tinnitus and vertigo'],
  },
  {
    ...newDocument(2, 'Letter'),
    categories: ['procedural', 'medical'],
    receiptDate: '2020-06-30',
    texts: ['The tinnitus of the Veteran', 'Tinnitus again: tinnitus.'],
  },
  {
    ...newDocument(1, 'Index'),
    categories: ['index'],
    receiptDate: '2021-03-04',
    texts: ['tinnitus, page 1'],
  },
]
const [exam, letter, list] = documents.map(({ documentId }) => documentId) as [string, string, string]

for (const mostBytes of [0, 10_000_000])
  describe(`searchInFull, ${mostBytes ? 'in memory' : 'by the database'}`, () => {
    let db: TestDatabase
    let indexes: CaseIndexes
    let searches: Search
    let caseId: string
    const search = (asked: Partial<CaseSearchQuery>, member = alice) =>
      searches.inFull(
        caseId,
        { id: member.id, teams: [], audience: 'staff' as const },
        { q: 'tinnitus', ...asked },
      )
    const pages = async (asked: Partial<CaseSearchQuery>, member = alice) =>
      (await search(asked, member)).hits.map(({ page }) => page)

    before(async () => {
      db = await freshDatabase()
      indexes = openCaseIndexes({ db, mostBytes })
      searches = openSearch({ db, indexes })
      const desk = openDesk(db)
      const facts = documents.map(({ texts: _, ...facts }) => facts)
      caseId = (await desk.open(facts)).caseId
      let page = 1
      for (const { texts } of documents) {
        const read = texts.map((text) => ({ page: page++, text }))
        await db.transaction((tx) => indexPages(tx, { caseId, pages: read }))
      }
      const other = await desk.open([newDocument(1, 'Other')])
      const [otherId = ''] = other.documentIds
      const stray = [{ page: 1, text: 'tinnitus dizziness' }]
      await db.transaction((tx) => indexPages(tx, { caseId: other.caseId, pages: stray }))
      await desk.tag(other.caseId, otherId, 'tinnitus elsewhere')
      await desk.tag(caseId, exam, 'tinnitus, favorable')
      await desk.tag(caseId, letter, 'unfavorable')
      await desk.execute(
        document,
        requestBy(alice),
        { type: 'setRead', caseId, documentId: letter, read: true },
        () => null,
      )
      await desk.execute(
        document,
        requestBy(bob),
        { type: 'setRead', caseId, documentId: letter, read: true },
        () => null,
      )
      await desk.execute(
        document,
        requestBy(bob),
        { type: 'setRead', caseId, documentId: letter, read: false },
        () => null,
      )
      const comments = { ann_one: 'The tinnitus begins here', ann_two: 'An aside' }
      for (const [annotationId, comment] of Object.entries(comments)) {
        const command = {
          type: 'annotate' as const,
          caseId,
          documentId: letter,
          annotationId,
          page: 4,
          comment,
        }
        await desk.execute(document, requestBy(alice), command, () => null)
      }
      await search({})
      await indexes.settled()
      assert.equal(indexes.size().cases, mostBytes ? 1 : 0)
    })
    after(async () => {
      await indexes.close()
      await db.close()
    })

    it('gives pages with document, snippet and matches, counts, comments, tags, and how far text is', async () => {
      assert.deepEqual(await search({ q: 'tinitus vertigo' }), {
        query: 'tinitus vertigo',
        corrected: 'tinnitus vertigo',
        total: 1,
        isExact: true,
        hits: [
          {
            page: 3,
            document: { id: exam, name: 'Exam' },
            snippet: 'tinnitus and vertigo',
            matches: [
              { start: 0, end: 8 },
              { start: 13, end: 20 },
            ],
            boxes: [],
          },
        ],
        documents: [{ id: exam, name: 'Exam', count: 1 }],
        annotations: [],
        tags: [],
        text: { pagesRead: 0, pages: 6, pagesToRecognise: 0, unreadablePages: 0 },
      })
      const { total, documents, annotations, tags } = await search({})
      assert.equal(total, 5)
      assert.deepEqual(documents, [
        { id: exam, name: 'Exam', count: 2 },
        { id: letter, name: 'Letter', count: 2 },
        { id: list, name: 'Index', count: 1 },
      ])
      assert.deepEqual(annotations, [
        {
          documentId: letter,
          annotationId: 'ann_one',
          page: 4,
          snippet: 'The tinnitus begins here',
          matches: [{ start: 4, end: 12 }],
        },
      ])
      assert.deepEqual(tags, [{ documentId: exam, text: 'tinnitus, favorable' }])
    })

    it('filters by each fact of a document, and by several at once', async () => {
      assert.deepEqual(await pages({}), [1, 3, 4, 5, 6])
      assert.deepEqual(await pages({ category: 'medical' }), [1, 3, 4, 5])
      assert.deepEqual(await pages({ category: 'procedural' }), [4, 5])
      assert.deepEqual(await pages({ category: 'Medical' }), [])
      assert.deepEqual(await pages({ tag: 'unfavorable' }), [4, 5])
      assert.deepEqual(await pages({ tag: 'tinnitus elsewhere' }), [])
      assert.deepEqual(await pages({ read: true }), [4, 5])
      assert.deepEqual(await pages({ read: false }), [1, 3, 6])
      assert.deepEqual(await pages({ read: true }, bob), [])
      assert.deepEqual(await pages({ read: false }, bob), [1, 3, 4, 5, 6])
      assert.deepEqual(await pages({ receivedFrom: '2020-06-30' }), [4, 5, 6])
      assert.deepEqual(await pages({ receivedTo: '2020-06-30' }), [1, 3, 4, 5])
      assert.deepEqual(await pages({ receivedFrom: '2020-01-02', receivedTo: '2021-03-03' }), [4, 5])
      assert.deepEqual(await pages({ receivedFrom: '2021-01-01', receivedTo: '2020-01-01' }), [])
      assert.deepEqual(await pages({ receivedFrom: '0000-01-01', receivedTo: '9999-12-31' }), [1, 3, 4, 5, 6])
      assert.deepEqual(await pages({ documentId: list }), [6])
      assert.deepEqual(await pages({ documentId: 'doc_unknown' }), [])
      assert.deepEqual(await pages({ category: 'medical', read: false }), [1, 3])
      assert.deepEqual(await pages({ category: 'medical', tag: 'unfavorable', read: true, after: 4 }), [5])
      assert.deepEqual(await pages({ documentId: exam, tag: 'unfavorable' }), [])
    })

    it('filters comments, tags and counts with the pages', async () => {
      const inLetter = await search({ documentId: letter })
      assert.deepEqual([inLetter.total, inLetter.annotations.length, inLetter.tags.length], [2, 1, 0])
      assert.deepEqual(inLetter.documents, [{ id: letter, name: 'Letter', count: 2 }])
      const inExam = await search({ documentId: exam })
      assert.deepEqual([inExam.total, inExam.annotations.length, inExam.tags.length], [2, 0, 1])
    })

    it('gives parts that fit together, each with the counts of the whole', async () => {
      const whole = await search({})
      for (const limit of [1, 2, 3, 5]) {
        const hits = []
        let next: string | undefined = '0'
        while (next !== undefined) {
          const part = await search({ after: Number(next), limit })
          assert.ok(part.hits.length <= limit)
          assert.deepEqual([part.total, part.documents], [whole.total, whole.documents])
          hits.push(...part.hits)
          next = part.next
        }
        assert.deepEqual(hits, whole.hits)
      }
      const behind = await search({ after: 6 })
      assert.deepEqual(
        [behind.hits, behind.total, behind.corrected, behind.next],
        [[], 5, undefined, undefined],
      )
    })

    it('respells only what is found nowhere, and with words of this case', async () => {
      assert.equal((await search({ q: 'aside' })).corrected, undefined)
      assert.equal((await search({ q: 'aside' })).annotations.length, 1)
      assert.equal((await search({ q: 'dizzines' })).corrected, undefined)
      assert.equal((await search({ q: 'tinnitus', tag: 'none' })).corrected, undefined)
      const behind = await search({ q: 'tinitus', after: 5 })
      assert.deepEqual([behind.corrected, behind.total, behind.hits.length], ['tinnitus', 5, 1])
    })

    it('shows at most 50 comments and tags', async () => {
      const desk = openDesk(db)
      const { caseId: busy, documentIds } = await desk.open()
      const [documentId = ''] = documentIds
      for (let count = 0; count < 60; count++) await desk.tag(busy, documentId, `vertigo ${count}`)
      assert.equal(
        (
          await searches.inFull(
            busy,
            { id: alice.id, teams: [], audience: 'staff' as const },
            { q: 'vertigo' },
          )
        ).tags.length,
        50,
      )
    })

    it('finds pages of the current versions of documents that stand in the file, and no others', async () => {
      const desk = openDesk(db)
      const { caseId: id, documentIds } = await desk.open([newDocument(2, 'One'), newDocument(1, 'Two')])
      const [one = '', two = ''] = documentIds
      const asReader = { id: alice.id, teams: [], audience: 'staff' as const }
      const read = (page: number, text: string) =>
        db.transaction((tx) => indexPages(tx, { caseId: id, pages: [{ page, text }] }))
      const found = async (q: string) => {
        const result = await searches.inFull(id, asReader, { q })
        const { hits } = await searches.hits(id, {}, q)
        const pages = result.hits.map(({ page }) => page)
        assert.deepEqual(
          hits.map(({ page }) => page),
          pages,
        )
        return { pages, counts: result.documents.map(({ name, count }) => [name, count]) }
      }
      const change = (command: Parameters<typeof document.decide>[0]) =>
        desk.execute(document, requestBy(alice), command, () => null)

      await read(1, 'vertigo before')
      await read(2, 'vertigo')
      await read(3, 'vertigo elsewhere')
      await found('vertigo')
      await indexes.settled()
      assert.deepEqual((await found('vertigo')).pages, [1, 2, 3])

      const { content } = newDocument(1)
      const revision = { type: 'reviseDocument' as const, caseId: id, documentId: one }
      const other = { ...content, sha256: 'd'.repeat(64) }
      await desk.execute(caseFile, requestBy(alice), { ...revision, content: other }, () => null)
      assert.deepEqual((await found('vertigo')).pages, [3])
      await read(4, 'vertigo after')
      assert.deepEqual(await found('vertigo'), {
        pages: [3, 4],
        counts: [
          ['Two', 1],
          ['One', 1],
        ],
      })
      assert.deepEqual((await found('before')).pages, [])

      const standing = { type: 'setStatus' as const, caseId: id, documentId: two, why: 'a test' }
      await change({ ...standing, status: 'removed' })
      assert.deepEqual((await found('vertigo')).pages, [4])
      await change({ ...standing, status: 'current' })
      assert.deepEqual((await found('vertigo')).pages, [3, 4])
    })

    it('shows the comments that the reader may see', async () => {
      const desk = openDesk(db)
      const { caseId: id, documentIds } = await desk.open([newDocument(1, 'One')])
      const [documentId = ''] = documentIds
      const kinds = { ann_own: 'private', ann_team: 'team', ann_case: 'case' } as const
      for (const [annotationId, visibility] of Object.entries(kinds)) {
        const annotation = { annotationId, page: 1, comment: `vertigo ${visibility}`, visibility }
        const teams = visibility === 'team' ? { teams: ['east'] } : {}
        const command = { type: 'annotate' as const, caseId: id, documentId, ...annotation, ...teams }
        await desk.execute(document, requestBy(alice), command, () => null)
      }
      const seen = async (reader: Reader) =>
        (await searches.inFull(id, reader, { q: 'vertigo' })).annotations.map(
          ({ annotationId }) => annotationId,
        )
      assert.deepEqual((await seen({ id: alice.id, teams: [], audience: 'staff' as const })).sort(), [
        'ann_case',
        'ann_own',
        'ann_team',
      ])
      assert.deepEqual((await seen({ id: bob.id, teams: ['east'], audience: 'staff' as const })).sort(), [
        'ann_case',
        'ann_team',
      ])
      assert.deepEqual(await seen({ id: bob.id, teams: ['west'], audience: 'staff' as const }), ['ann_case'])
    })

    it('says where on the page each match is printed', async () => {
      const desk = openDesk(db)
      const { caseId: id } = await desk.open([newDocument(1, 'One')])
      const text = 'left knee\nright knee'
      const word = (start: number, end: number, left: number, right: number, top: number) => ({
        ...{ start, end, left, right, top },
        bottom: top + 0.05,
      })
      const words = [
        word(0, 4, 0.1, 0.2, 0.1),
        word(5, 9, 0.25, 0.35, 0.1),
        word(10, 15, 0.1, 0.2, 0.2),
        word(16, 20, 0.25, 0.35, 0.2),
      ]
      await db.transaction((tx) => indexPages(tx, { caseId: id, pages: [{ page: 1, text, words }] }))
      for (let times = 0; times < 2; times++) {
        const { hits } = await searches.inFull(
          id,
          { id: alice.id, teams: [], audience: 'staff' as const },
          { q: '"knee right" OR left' },
        )
        const boxes = hits[0]?.boxes.map(({ left, right, top, bottom }) =>
          [left, right, top, bottom].map((part) => Math.round(part * 100) / 100),
        )
        assert.deepEqual(boxes, [
          [0.1, 0.2, 0.1, 0.15],
          [0.25, 0.35, 0.1, 0.15],
          [0.1, 0.2, 0.2, 0.25],
        ])
        await indexes.settled()
      }
    })

    it('refuses a query that is too long, and takes any other', async () => {
      await assert.rejects(search({ q: 'x'.repeat(1_001) }), (error) => error instanceof Refusal)
      for (const q of [
        '"',
        '-',
        '*',
        '-tinnitus',
        `'\\`,
        '%',
        '\u202e',
        '🙂',
        "a'b:*&|!()",
        'OR OR',
        '\ud7ff',
      ]) {
        assert.equal((await search({ q })).hits.length, 0, q)
      }
    })
  })
