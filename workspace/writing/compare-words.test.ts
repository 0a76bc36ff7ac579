import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type ComparedBlock, compareBlocks, isChanged } from './compare-words.ts'

const written = (blocks: ComparedBlock[]) =>
  blocks.map((block) =>
    block
      .map(({ kind, text }) => (kind === 'same' ? text : kind === 'added' ? `{+${text}+}` : `[-${text}-]`))
      .join(''),
  )
const textOf = (blocks: ComparedBlock[], without: 'added' | 'removed') =>
  blocks
    .flat()
    .filter(({ kind }) => kind !== without)
    .map(({ text }) => text)
    .join(' ')
    .split(/\s+/)
    .filter(Boolean)
    .join(' ')

const chance = () => {
  let seed = 7
  return (most: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    return seed % most
  }
}

describe('two versions of a text', () => {
  it('are compared word by word', () => {
    assert.deepEqual(
      written(
        compareBlocks(
          ['The appeal.', 'It recorded some laxity of the knee.'],
          ['The appeal.', 'It recorded moderate laxity of the left knee.'],
        ),
      ),
      ['The appeal.', 'It recorded [-some -]{+moderate +}laxity of the {+left +}knee.'],
    )
  })

  it('keep whole blocks that were added or removed', () => {
    assert.deepEqual(written(compareBlocks(['One.', 'Two.'], ['One.', 'New here.', 'Two.'])), [
      'One.',
      '{+New here.+}',
      'Two.',
    ])
    assert.deepEqual(written(compareBlocks(['One.', 'Two.'], [])), ['[-One.-]', '[-Two.-]'])
    assert.equal(compareBlocks(['One.'], ['One.']).some(isChanged), false)
    assert.deepEqual(compareBlocks([], []), [])
  })

  it('stay readable where much has changed: paragraph by paragraph, and only what is new is marked', () => {
    const random = chance()
    const paragraph = (nth: number) => Array.from({ length: 100 }, () => `w${nth}.${random(400)}`)
    const before = Array.from({ length: 60 }, (_, nth) => paragraph(nth))
    const changed = (words: string[]) => words.map((word, at) => (at % 8 === 3 ? `new${at}` : word))
    const after = [paragraph(60), ...before.map(changed).toSpliced(30, 1)]
    const [was, now] = [before, after].map((text) => text.map((words) => words.join(' '))) as [
      string[],
      string[],
    ]
    const compared = compareBlocks(was, now)
    assert.equal(compared.length, 61)
    const marked = compared.flat().filter(({ kind }) => kind === 'added')
    assert.equal(marked.flatMap(({ text }) => text.trim().split(' ')).length, 100 + 59 * 13)
    assert.equal(textOf(compared, 'added'), was.join(' '))
    assert.equal(textOf(compared, 'removed'), now.join(' '))
  })

  it('lose and double no word, whatever was changed', () => {
    const random = chance()
    const text = () =>
      Array.from({ length: random(4) }, () =>
        Array.from({ length: 1 + random(8) }, () => 'abcde'[random(5)]).join(' '),
      )
    for (let run = 0; run < 500; run += 1) {
      const [before, after] = [text(), text()]
      const compared = compareBlocks(before, after)
      assert.equal(textOf(compared, 'added'), before.join(' '), JSON.stringify([before, after]))
      assert.equal(textOf(compared, 'removed'), after.join(' '), JSON.stringify([before, after]))
    }
  })
})
