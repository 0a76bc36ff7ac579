import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { textWidth } from '../font-metrics.ts'
import { planCase } from '../plan.ts'
import { seeded } from '../random.ts'
import type { Sheet } from '../sheet.ts'
import { type KindName, kinds } from './all.ts'
import type { Draft } from './kind.ts'

const plan = planCase('kinds', 0, 420)

type Placed = { page: number; left: number; right: number; y: number; text: string; font: string }

function draw(name: KindName, pages: number, changes: Partial<Draft> = {}): Placed[] {
  const placed: Placed[] = []
  const nothing = () => {}
  let page = 1
  const sheet: Sheet = {
    width: 612,
    height: 792,
    text(x, y, text, { font, size, align, rotate }) {
      if (rotate) return
      const width = textWidth(text, font, size)
      const left = x - (align === 'right' ? width : align === 'center' ? width / 2 : 0)
      placed.push({ page, left, right: left + width, y, text, font })
    },
    line: nothing,
    box: nothing,
    disc: nothing,
    ring: nothing,
    stroke: nothing,
  }
  const draft: Draft = {
    story: plan.story,
    claims: plan.story.claims.slice(0, 3),
    round: 2,
    date: '2024-03-05',
    random: seeded(name, pages),
    pages,
    scanned: false,
    listing: plan.documents,
    ...changes,
  }
  const drawing = kinds[name].draw(sheet, draft)
  for (; page <= pages; page++) assert.equal(drawing.next().done, false, `${name} ended before page ${page}`)
  return placed
}

describe('every kind of document', () => {
  for (const name of Object.keys(kinds) as KindName[]) {
    const [fewest, most] = kinds[name].pages

    it(`${name} fills any number of its pages and stays on the paper`, () => {
      for (const pages of new Set([fewest, fewest + 1, Math.min(most, 12)])) {
        if (pages > most) continue
        for (const [date, round] of [
          ['1978-06-01', 0],
          ['2005-06-01', 1],
          ['2024-03-05', 2],
        ] as const) {
          const placed = draw(name, pages, { date, round })
          for (const { left, right, y, text } of placed) {
            assert.ok(left >= 0 && right <= 612 && y > 0 && y < 775, `${text} at ${left}, ${y}`)
            assert.doesNotMatch(text, /[{}]|undefined|NaN|\[object/)
          }
          assert.equal(new Set(placed.map((it) => it.page)).size, pages)
        }
      }
    })

    it(`${name} writes by hand only on paper that is scanned`, () => {
      assert.ok(draw(name, fewest).every((it) => it.font !== 'hand'))
    })
  }

  it('reads differently in another document of the same kind', () => {
    const read = (key: string) => draw('vaTreatment', 3, { random: seeded(key) }).map((it) => it.text)
    const other = new Set(read('b'))
    const same = read('a').filter((line) => line.length > 40 && other.has(line))
    assert.ok(same.length <= 5, `${same.length} long lines are shared`)
  })
})
