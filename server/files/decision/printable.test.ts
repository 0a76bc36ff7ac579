import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { coverageOf, isCovered } from './font-coverage.ts'
import { isRightToLeft, printable } from './printable.ts'

describe('text that is set', () => {
  const isLatin = (codePoint: number) => codePoint < 0x250
  const set = (text: string) => printable(text, isLatin)

  it('stands as it was written, whatever a typesetter might make of it', () => {
    const markup = '#import "x" $x^2$ *b* _i_ `raw` @ref <label> \\u{41} // -- ]})'
    assert.equal(set(markup), markup)
  })

  it('shows what no font draws and what would not be seen as its code point', () => {
    assert.equal(set('a\u202eb'), 'a[U+202E]b')
    assert.equal(set('bell \u0007, half \ud800, own \ue000'), 'bell [U+0007], half [U+D800], own [U+E000]')
    assert.equal(set('中'), '[U+4E2D]')
    assert.equal(set('\u{e0041}'), '[U+E0041]')
  })

  it('keeps joiners and hints of shape, which draw nothing by themselves', () => {
    const drawsAll = printable('👩\u200d⚖\ufe0f', () => true)
    assert.equal(drawsAll, '👩\u200d⚖\ufe0f')
  })

  it('lets no marks pile up over other lines', () => {
    const drawn = printable(`x${'\u0324'.repeat(6)}`, () => true)
    assert.equal(drawn, `x${'\u0324'.repeat(4)}${'[U+0324]'.repeat(2)}`)
  })

  it('breaks a word that is longer than a line, and no hash', () => {
    const long = 'W'.repeat(100)
    const pieces = set(long).split('\u200b')
    assert.equal(pieces.join(''), long)
    assert.ok(pieces.every((piece) => piece.length <= 8))
    assert.equal(set('ab12'.repeat(16)), 'ab12'.repeat(16))
    assert.equal(set('an ordinary sentence'), 'an ordinary sentence')
  })

  it('has the direction of its first letter', () => {
    assert.equal(isRightToLeft('12. שלום, world'), true)
    assert.equal(isRightToLeft('He said: שלום'), false)
    assert.equal(isRightToLeft('12.'), false)
  })
})

describe('what a font draws', () => {
  const coverage = (name: string) => coverageOf(readFileSync(new URL(name, import.meta.url)))

  it('is read from its table of characters', () => {
    const serif = [coverage('fonts/SourceSerif4-Regular.ttf')]
    const emoji = [coverage('fonts/NotoEmoji-Regular.ttf')]
    for (const character of 'Az§–é“') assert.ok(isCovered(serif, character.codePointAt(0)!), character)
    for (const character of '中👍\uffff') assert.ok(!isCovered(serif, character.codePointAt(0)!), character)
    assert.ok(isCovered(emoji, '👍'.codePointAt(0)!))
  })
})
