import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { sized } from '../test/size.ts'
import { type Block, flow } from './flow.ts'
import { textWidth, wrap } from './font-metrics.ts'
import type { Sheet } from './sheet.ts'

/** A sheet that remembers the text of each page. */
function recordingSheet() {
  const pages: { y: number; text: string }[][] = [[]]
  const nothing = () => {}
  const sheet: Sheet = {
    width: 612,
    height: 792,
    text: (_x, y, text) => void pages.at(-1)!.push({ y, text }),
    line: nothing,
    box: nothing,
    disc: nothing,
    ring: nothing,
    stroke: nothing,
  }
  return { sheet, pages }
}

const style = { font: 'serif', bold: 'serifBold', size: 11, leading: 14, left: 72, right: 72 } as const

function* numbered(words: number): Generator<Block> {
  for (let i = 1; ; i++) yield { type: 'paragraph', text: `<${i}>${' word'.repeat(words)}` }
}

describe('flow', () => {
  it('fills exactly the pages it is given and stays inside their frame', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12 }),
        fc.nat(300),
        fc.integer({ min: 1, max: 3 }),
        (count, words, columns) => {
          const { sheet, pages } = recordingSheet()
          const drawing = flow(sheet, {
            style: { ...style, columns },
            pages: count,
            frame: () => ({ top: 80, bottom: 700 }),
            blocks: numbered(words),
          })
          for (let page = 0; page < count; page++) {
            assert.equal(drawing.next().done, false)
            pages.push([])
          }
          assert.equal(drawing.next().done, true)
          for (const page of pages.slice(0, count)) assert.ok(page.length > 0)
          assert.ok(pages.flat().every(({ y }) => y >= 80 && y <= 700))
        },
      ),
      { numRuns: sized(60) },
    )
  })

  it('carries a paragraph over the page break without losing or repeating a word', () => {
    const { sheet, pages } = recordingSheet()
    const text = Array.from({ length: 700 }, (_, i) => `w${i}`).join(' ')
    const blocks = (function* (): Generator<Block> {
      yield { type: 'paragraph', text }
      for (;;) yield { type: 'space', points: 800 }
    })()
    const drawing = flow(sheet, { style, pages: 3, frame: () => ({ top: 80, bottom: 300 }), blocks })
    for (let page = 0; page < 3; page++) drawing.next()
    assert.equal(
      pages
        .flat()
        .map((line) => line.text)
        .join(' '),
      text,
    )
  })

  it('ends the last page with the closing', () => {
    const { sheet, pages } = recordingSheet()
    const drawing = flow(sheet, {
      style,
      pages: 2,
      frame: () => ({ top: 80, bottom: 700 }),
      blocks: numbered(40),
      closing: [{ type: 'paragraph', text: 'Sincerely' }],
    })
    drawing.next()
    pages.push([])
    drawing.next()
    assert.equal(pages[1]!.at(-1)!.text, 'Sincerely')
    assert.ok(!pages[0]!.some(({ text }) => text === 'Sincerely'))
  })
})

describe('wrapping', () => {
  it('keeps every word and no line of several words wider than asked', () => {
    const words = fc.array(fc.stringMatching(/^[a-zA-Z0-9.,§]{1,18}$/), { minLength: 1, maxLength: 60 })
    fc.assert(
      fc.property(words, fc.integer({ min: 40, max: 500 }), (list, width) => {
        const lines = wrap(list.join(' '), 'sans', 10, width)
        assert.equal(lines.join(' '), list.join(' '))
        for (const line of lines)
          assert.ok(!line.includes(' ') || textWidth(line, 'sans', 10) <= width + 0.001)
      }),
    )
  })
})
