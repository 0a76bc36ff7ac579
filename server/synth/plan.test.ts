import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { sized } from '../test/size.ts'
import { indexRowsPerPage } from './kinds/file-index.ts'
import { defaultSizes, mostPages } from './names.ts'
import { type CasePlan, planCase, planCases } from './plan.ts'
import { reviewers } from './remarks.ts'

const isDate = (text: string) => new Date(`${text}T00:00:00Z`).toISOString().slice(0, 10) === text
const decade = (date: string) => date.slice(0, 3)

function checkPlan(plan: CasePlan, pages: number): void {
  let next = 1
  for (const [index, document] of plan.documents.entries()) {
    assert.equal(document.startPage, next)
    assert.equal(document.endPage, document.startPage + document.pageCount - 1)
    assert.ok(document.pageCount >= 1)
    assert.ok(document.name.length > 0 && document.name.length <= 200)
    assert.ok(document.description.length > 0)
    assert.ok(document.categories.length > 0)
    for (const category of document.categories) {
      assert.ok(['medical', 'procedural', 'other', 'index'].includes(category))
    }
    assert.ok(isDate(document.receiptDate) && isDate(document.date))
    assert.ok(document.receiptDate <= plan.uploadedAt.slice(0, 10))
    if (document.duplicateOf) {
      const source = plan.documents[document.duplicateOf.documentIndex]!
      assert.ok(document.duplicateOf.documentIndex < index)
      assert.deepEqual(
        [source.name, source.pageCount, source.scanned, source.duplicateOf],
        [document.name, document.pageCount, document.scanned, undefined],
      )
    }
    next = document.endPage + 1
  }
  assert.equal(next - 1, pages)
  if (pages >= 20) {
    assert.ok(plan.documents[0]!.pageCount * indexRowsPerPage >= plan.documents.length - 1)
    assert.ok(plan.documents.some((it) => it.duplicateOf?.exact === true))
    assert.ok(plan.documents.some((it) => it.duplicateOf?.exact === false))
    assert.ok(plan.documents.some((it) => it.scanned) && plan.documents.some((it) => !it.scanned))
  }
  for (const tag of plan.tags) assert.ok(plan.documents[tag.documentIndex] && tag.text.trim() !== '')
  const tagKeys = plan.tags.map((tag) => `${tag.documentIndex} ${tag.text}`)
  assert.equal(new Set(tagKeys).size, tagKeys.length)
  for (const { documentIndex, page, x, y, relevantDate } of plan.annotations) {
    const { startPage, endPage } = plan.documents[documentIndex]!
    assert.ok(page >= startPage && page <= endPage)
    assert.ok(x >= 0 && x <= 1 && y >= 0 && y <= 1)
    assert.ok(relevantDate === undefined || isDate(relevantDate))
  }
}

describe('a case plan', () => {
  it('has exactly the pages asked for, whatever their number', () => {
    const sizes = fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 4000 }))
    fc.assert(
      fc.property(fc.nat(), fc.nat(1000), sizes, (seed, index, pages) => {
        checkPlan(planCase(seed, index, pages), pages)
      }),
      { numRuns: sized(120) },
    )
    checkPlan(planCase('portico', 0, 30_000), 30_000)
  })

  it('is the same for the same seed and another for another', () => {
    assert.deepEqual(planCase('a', 3, 75), planCase('a', 3, 75))
    assert.notDeepEqual(planCase('a', 3, 75).documents, planCase('b', 3, 75).documents)
    assert.notDeepEqual(planCase('a', 3, 75).veteran, planCase('a', 4, 75).veteran)
  })

  it('survives the way to another thread', () => {
    const plan = planCase('portico', 1, 34)
    assert.deepEqual(structuredClone(plan), plan)
  })

  it('is refused for sizes and seeds that make no sense', () => {
    for (const pages of [0, -1, 1.5, Number.NaN, mostPages + 1]) {
      assert.throws(() => planCase(1, 0, pages), RangeError)
    }
    for (const seed of ['', '../x', 'a b', 'x'.repeat(65)])
      assert.throws(() => planCase(seed, 0, 20), RangeError)
    assert.throws(() => planCase(1, -1, 20), RangeError)
    assert.throws(() => planCases({ seed: 1, cases: -1 }), RangeError)
  })
})

describe('the default cases', () => {
  const plans = planCases({ seed: 'portico' })

  it('are about a dozen, from 20 to 2,500 pages, the small ones first', () => {
    assert.deepEqual(
      plans.map((plan) => plan.pageCount),
      [...defaultSizes],
    )
    assert.deepEqual([Math.min(...defaultSizes), Math.max(...defaultSizes)], [20, 2500])
    for (const [i, plan] of plans.entries()) checkPlan(plan, defaultSizes[i]!)
  })

  it('differ in docket number, external id, veteran and time of upload', () => {
    for (const distinct of [
      (plan: CasePlan) => plan.docketNumber,
      (plan: CasePlan) => plan.externalId,
      (plan: CasePlan) => plan.uploadedAt,
      (plan: CasePlan) => `${plan.veteran.firstName} ${plan.veteran.lastName}`,
    ]) {
      assert.equal(new Set(plans.map(distinct)).size, plans.length)
    }
    for (const plan of plans) {
      assert.match(plan.docketNumber, /^\d{6}-\d{6}$/)
      assert.equal(`20${plan.docketNumber.slice(0, 6)}`, plan.receiptDate.replaceAll('-', ''))
      assert.ok(plan.uploadedAt < '2026-11-01' && plan.receiptDate < plan.uploadedAt)
    }
  })

  it('span several decades and have one index, each of them', () => {
    for (const plan of plans) {
      assert.ok(new Set(plan.documents.map((it) => decade(it.receiptDate))).size >= 2)
      assert.deepEqual(plan.documents.filter((it) => it.categories.includes('index')).length, 1)
    }
    const decades = new Set(plans.flatMap((plan) => plan.documents.map((it) => decade(it.receiptDate))))
    assert.ok(decades.size >= 5)
  })

  it('carry tags and annotations by several people', () => {
    const known = new Set<string>(reviewers.map((it) => it.username))
    for (const plan of plans) assert.ok(plan.tags.length >= 1 && plan.annotations.length >= 3)
    const by = new Set(plans.flatMap((plan) => [...plan.tags, ...plan.annotations].map((it) => it.by)))
    assert.deepEqual(by, known)
  })

  it('name nobody: numbers are from ranges that were never issued', () => {
    for (const { story } of plans) {
      assert.match(story.socialSecurityNumber, /^(000|666)-\d\d-\d{4}$/)
      assert.match(story.phone, /555-01\d\d$/)
      assert.ok(Number(story.address.zip) < 501)
    }
  })

  it('have stories whose dates follow one another', () => {
    for (const { story, birthDate } of plans) {
      const { rounds, appealed, uploaded } = story.timeline
      const dates = [
        birthDate,
        story.service.entered,
        story.service.left,
        rounds[0].claimed,
        rounds[0].decided,
      ]
      dates.push(
        rounds[1].claimed,
        rounds[1].decided,
        rounds[2].claimed,
        rounds[2].decided,
        appealed,
        uploaded,
      )
      assert.deepEqual(dates, [...dates].sort())
    }
  })
})
