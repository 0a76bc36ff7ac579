import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { DuplicateRun } from '@portico/contract/documents'
import { indexPages } from '../../search/index-pages.ts'
import type { Database } from '../../store/db.ts'
import { seeded } from '../../synth/random.ts'
import { newDocument, openDesk } from '../../test/case-desk.ts'
import { freshDatabase, type TestDatabase } from '../../test/database.ts'
import { createComparePages } from './compare-pages.ts'
import type { FoundDuplicates } from './settle-duplicates.ts'

describe('comparing the pages of a case', () => {
  let db: TestDatabase
  let told: FoundDuplicates[]
  before(async () => {
    db = await freshDatabase()
  })
  after(() => db.close())

  const compare = (recognition: 'on' | 'off' = 'off', from: Database = db) =>
    createComparePages({
      db: from,
      recognition,
      onDuplicates: async (found) => {
        told.push(found)
      },
    })

  const words = (key: string | number, count = 80) => {
    const random = seeded('page', key)
    return Array.from({ length: count }, () => `w${random.int(1, 5000)}x`).join(' ')
  }
  const nearly = (key: string | number) => words(key).replace(/^(\w+ ){2}/, 'other beginning ')

  async function caseOf(documents: readonly (readonly string[])[]) {
    told = []
    const { caseId, documentIds } = await openDesk(db).open(
      documents.map((pages) => newDocument(pages.length)),
    )
    let next = 1
    const placed = documents.map((texts, index) => {
      const startPage = next
      next += texts.length
      return { documentId: documentIds[index]!, startPage, texts }
    })
    const read = async (index: number, upTo = Number.POSITIVE_INFINITY) => {
      const { documentId, startPage, texts } = placed[index]!
      const pages = texts.slice(0, upTo).map((text, offset) => ({ page: startPage + offset, text }))
      await indexPages(db, { caseId, pages })
      await db.rows(
        `insert into document_texts (case_id, document_id, sha256, pages_read, pages, start_page)
         values ($1, $2, '', $3, $4, $5)
         on conflict (case_id, document_id) do update set pages_read = excluded.pages_read`,
        [caseId, documentId, pages.length, texts.length, startPage],
      )
    }
    return { caseId, placed, read }
  }

  async function found(caseId: string): Promise<Record<string, DuplicateRun[]>> {
    const rows = await db.rows<{ document_id: string; duplicates: DuplicateRun[] }>(
      `select document_id, duplicates from document_duplicates where case_id = $1 and duplicates <> '[]'
       order by document_id`,
      [caseId],
    )
    return Object.fromEntries(rows.map((row) => [row.document_id, row.duplicates]))
  }

  it('finds the runs of pages that a document repeats, and tells of them once', async () => {
    const { caseId, placed, read } = await caseOf([
      [words(1), words(2), words(3)],
      [words(4), '', 'Page 2'],
      [words(5), words(2), words(3), '', nearly(4)],
    ])
    for (const index of placed.keys()) await read(index)
    assert.deepEqual(await compare()(caseId), { pages: 11 })
    const { documentId } = placed[2]!
    const [exact, near] = told[0]?.duplicates ?? []
    assert.deepEqual(exact, { startPage: 8, endPage: 9, ofStartPage: 2, kind: 'exact', similarity: 1 })
    assert.deepEqual([near?.startPage, near?.endPage, near?.ofStartPage, near?.kind], [11, 11, 4, 'near'])
    assert.deepEqual([told.length, told[0]?.documentId, told[0]?.version], [1, documentId, 1])
    assert.deepEqual(await found(caseId), { [documentId]: told[0]?.duplicates })
    assert.deepEqual(await compare()(caseId), { pages: 0 })
    assert.equal(told.length, 1)
  })

  it('waits with telling until the document is read, and its pictures where they are recognised', async () => {
    const { caseId, placed, read } = await caseOf([
      [words(1), words(2)],
      [words(1), words(2), words(3)],
    ])
    await read(0)
    await read(1, 2)
    await db.rows(`insert into pages_to_recognise (case_id, page) values ($1, 5)`, [caseId])
    await compare('on')(caseId)
    assert.equal(Object.keys(await found(caseId)).length, 1)
    await read(1)
    await compare('on')(caseId)
    assert.equal(told.length, 0)
    await db.rows(`delete from pages_to_recognise where case_id = $1`, [caseId])
    await compare('on')(caseId)
    assert.deepEqual(
      told.map(({ documentId, duplicates }) => [documentId, duplicates.length]),
      [[placed[1]!.documentId, 1]],
    )
  })

  it('reads each page twice at the most, and finds the copy among hundreds of sheets of one form', async () => {
    const form = words('form', 120).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)]!)
    const sheet = (number: number) => {
      const random = seeded('sheet', number)
      const figures = Array.from({ length: 12 }, () => random.int(1, 9999))
      return `${form} ${figures.join(' seen on ')}`
    }
    const sheets = Array.from({ length: 600 }, (_, number) => sheet(number))
    const documents = Array.from({ length: 60 }, (_, index) => sheets.slice(index * 10, index * 10 + 10))
    const { caseId, placed, read } = await caseOf([...documents, [`RECEIVED AGAIN ${sheet(137)}`]])
    for (const index of placed.keys()) await read(index)
    let textsRead = 0
    const counting: Database = {
      ...db,
      async rows<Row>(text: string, values?: readonly unknown[]) {
        const rows = await db.rows<Row>(text, values)
        if (/text from page_texts/.test(text)) textsRead += rows.length
        return rows
      },
    }
    await compare('off', counting)(caseId)
    assert.deepEqual(Object.keys(await found(caseId)), [placed.at(-1)!.documentId])
    const [copy] = told[0]?.duplicates ?? []
    assert.deepEqual([copy?.startPage, copy?.ofStartPage, copy?.kind], [601, 138, 'near'])
    assert.ok(textsRead > 601 && textsRead <= 2 * 601, `${textsRead} texts were read`)
  })

  it('of two who compare a case at once, the slower one takes back nothing that the faster one has found', async () => {
    const { caseId, placed, read } = await caseOf([[words(1)], [words(2)], [words(2)]])
    await read(0)
    await read(2)
    let isFirst = true
    const slow: typeof db = {
      ...db,
      async rows<Row>(text: string, values?: readonly unknown[]) {
        const rows = await db.rows<Row>(text, values)
        if (isFirst && text.includes('from page_signatures')) {
          isFirst = false
          await read(1)
          await compare()(caseId)
        }
        return rows
      },
    }
    await createComparePages({ db: slow, recognition: 'off', onDuplicates: async () => {} })(caseId)
    assert.equal(isFirst, false)
    assert.deepEqual(Object.keys(await found(caseId)), [placed[2]!.documentId])
  })

  it('tells again of what could not be told', async () => {
    const { caseId, read } = await caseOf([[words(1)], [words(1)]])
    await read(0)
    await read(1)
    const failing = createComparePages({
      db,
      recognition: 'off',
      onDuplicates: () => Promise.reject(new Error('The database is away.')),
    })
    await assert.rejects(failing(caseId), /away/)
    await compare()(caseId)
    assert.equal(told.length, 1)
  })

  it('takes back what a page no longer says', async () => {
    const { caseId, placed, read } = await caseOf([[words(1)], [words(1)]])
    await read(0)
    await read(1)
    await compare()(caseId)
    const { startPage } = placed[1]!
    await indexPages(db, { caseId, pages: [{ page: startPage, text: words('read anew') }] })
    await compare()(caseId)
    assert.deepEqual(
      told.map(({ duplicates }) => duplicates.length),
      [1, 0],
    )
    assert.deepEqual(await found(caseId), {})
  })

  it('takes back what the page before no longer says', async () => {
    const { caseId, read } = await caseOf([[words(1)], [words(1)]])
    await read(0)
    await read(1)
    await compare()(caseId)
    await indexPages(db, { caseId, pages: [{ page: 1, text: words('read anew') }] })
    await compare()(caseId)
    assert.deepEqual(await found(caseId), {})
  })

  it('comes to the same whatever is read first, and in however many steps', async () => {
    for (const seed of [1, 2, 3, 4]) {
      const random = seeded('orders', seed)
      const page = () => {
        const key = random.int(1, 12)
        return random.pick([words(key), words(key), nearly(key), words(`${key} ${random.next()}`), ''])
      }
      const documents = Array.from({ length: 8 }, () => Array.from({ length: random.int(1, 5) }, page))
      const whole = await caseOf(documents)
      for (const index of documents.keys()) await whole.read(index)
      await compare()(whole.caseId)
      const expected = Object.values(await found(whole.caseId)).flat()

      const stepwise = await caseOf(documents)
      for (const index of random.sample([...documents.keys()], documents.length)) {
        if (random.chance(0.5)) {
          await stepwise.read(index, 1)
          await compare()(stepwise.caseId)
        }
        await stepwise.read(index)
        if (random.chance(0.7)) await compare()(stepwise.caseId)
      }
      await compare()(stepwise.caseId)
      const inOrder = (runs: DuplicateRun[]) => runs.toSorted((a, b) => a.startPage - b.startPage)
      assert.ok(expected.length > 0)
      assert.deepEqual(inOrder(Object.values(await found(stepwise.caseId)).flat()), inOrder(expected))
    }
  })
})
