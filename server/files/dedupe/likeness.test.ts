import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { planCase } from '../../synth/plan.ts'
import { type Random, seeded } from '../../synth/random.ts'
import { writeCasePdf } from '../../synth/write-pdf.ts'
import { openPdfWorkers } from '../pdf/pdf-workers.ts'
import { type ComparedPage, comparedPage, likeness } from './likeness.ts'
import { signatureOf } from './min-hash.ts'
import { indexPages, type SignedPage } from './page-index.ts'

describe('pages that are alike', () => {
  const vocabulary = Array.from({ length: 3000 }, (_, index) => `w${index.toString(36)}x`)
  const pageOf = (random: Random, words: number) =>
    Array.from({ length: words }, () =>
      random.chance(0.1) ? String(random.int(1, 9999)) : random.pick(vocabulary),
    )
  const changed = (random: Random, words: readonly string[], share: number) => {
    const places = random.sample(
      words.map((_, at) => at),
      Math.round(words.length * share),
    )
    return words.map((word, at) => (places.includes(at) ? `${random.pick(vocabulary)}q` : word))
  }
  const signed = (page: number, documentId: string, { hash, shingles }: ComparedPage): SignedPage => ({
    ...{ page, documentId, hash },
    signature: signatureOf(shingles),
  })

  it('are found with one word in twenty changed, among others', () => {
    const random = seeded('near')
    const pages = Array.from({ length: 200 }, () => pageOf(random, random.int(150, 600)))
    const file = pages.map((words) => comparedPage(words.join(' ')))
    const index = indexPages(file.map((page, at) => signed(at + 1, 'original', page)))
    let found = 0
    let wrong = 0
    for (const [at, words] of pages.entries()) {
      const copy = comparedPage(changed(random, words, 0.05).join(' '))
      for (const { page } of index.candidates(signed(1000 + at, 'copy', copy))) {
        if (likeness(copy, file[page - 1]!)?.kind !== 'near') continue
        if (page === at + 1) found += 1
        else wrong += 1
      }
    }
    assert.ok(found >= 198, `${found} of 200`)
    assert.equal(wrong, 0)
  })

  it('are exact whatever their case, accents, spaces and hyphens at a line’s end', () => {
    const words = pageOf(seeded('exact'), 60).join(' ')
    const one = comparedPage(`${words} Éclair treat-\nment records`)
    const other = comparedPage(`${words.replaceAll(' ', '\n')}  ECLAIR   treatment records.`)
    assert.deepEqual(likeness(one, other), { kind: 'exact', similarity: 1 })
  })

  it('are not those that say nothing, however equal', () => {
    for (const text of ['', ' \n ', 'Page 3 of 12', 'This page is intentionally left blank'])
      assert.equal(likeness(comparedPage(text), comparedPage(text)), undefined)
  })

  it('are near when one has a stamp more, and not when the figures of a form are others', () => {
    const form = pageOf(seeded('form'), 300)
    const dates = ['signed on March 4 1998', 'received on April 9 1998', 'from 02 11 1997 to 03 12 1997']
    const others = ['signed on June 17 2004', 'received on July 23 2004', 'from 05 21 2003 to 06 28 2003']
    const sheet = (values: readonly string[]) => comparedPage([...form, ...values].join(' '))
    const stamped = comparedPage(['RECEIVED NOV 02 2024', ...form, ...dates].join(' '))
    assert.equal(likeness(sheet(dates), stamped)?.kind, 'near')
    assert.equal(likeness(sheet(dates), sheet(others)), undefined)
  })

  describe('in synthetic case files', () => {
    let folder: string
    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'portico-alike-'))
    })
    after(() => rm(folder, { recursive: true }))

    it('are the copies that were planned, and no two sheets of one form', async () => {
      const plan = planCase('alike', 2, 260)
      const path = join(folder, 'case.pdf')
      await writeCasePdf(plan, path)
      const pdf = openPdfWorkers({ size: 1 })
      const texts = (
        await Array.fromAsync(pdf.text(path, { firstPage: 1, pageCount: plan.pageCount })).finally(() =>
          pdf.close(),
        )
      ).flat()
      const pages = texts.map(({ text }) => comparedPage(text))
      const rootOf = (index: number): number => {
        const original = plan.documents[index]!.duplicateOf
        return original ? rootOf(original.documentIndex) : index
      }
      const placed = plan.documents.flatMap(({ startPage, endPage }, index) =>
        Array.from({ length: endPage - startPage + 1 }, (_, offset) => ({
          page: startPage + offset,
          index,
          same: `${rootOf(index)} ${offset}`,
        })),
      )
      const faults: string[] = []
      let copies = 0
      for (const a of placed) {
        for (const b of placed) {
          if (b.page >= a.page || a.index === b.index) continue
          const [one, other] = [pages[a.page - 1]!, pages[b.page - 1]!]
          if (one.words < 15) continue
          const isAlike = likeness(one, other) !== undefined
          if (isAlike && a.same === b.same) copies += 1
          if (isAlike !== (a.same === b.same)) faults.push(`${a.page} and ${b.page}: ${isAlike}`)
        }
      }
      assert.deepEqual(faults, [])
      assert.ok(copies > 5, `${copies} pages are copies`)
    })
  })
})
