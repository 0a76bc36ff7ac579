import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { sized } from '../../test/size.ts'
import { withDerivedIds, withIds } from './block-ids.ts'
import type { BlockOf, ContentOf, MaybeId, Run } from './rich-text.ts'

type Given = BlockOf<Run, MaybeId>
type Text = ContentOf<Run, MaybeId>

const runs = (text: string): Run[] => [{ type: 'text', text }]
const says = (text: string, id?: string): Given => ({
  type: 'paragraph',
  ...(id === undefined ? {} : { id }),
  content: runs(text),
})
const list = (...items: string[]): Given => ({
  type: 'list',
  isOrdered: false,
  items: items.map((text) => ({ level: 0, content: runs(text) })),
})
const table = (...rows: string[]): Given => ({
  type: 'table',
  header: [{ content: runs('Date') }],
  rows: rows.map((text) => ({ cells: [{ content: runs(text) }] })),
})
const text = (opening: Given[], ...issues: Given[][]): Text => ({
  opening,
  issues: issues.map((content, index) => ({ issueId: `issue_${index}`, content })),
  closing: [],
})

let made = 0
const makeId = () => {
  made += 1
  return `blk_new${made}`
}
const named = (given: Text, before?: ContentOf<Run>) => withIds(given, { before, makeId })

function idsIn({ opening, issues, closing }: Text): (string | undefined)[] {
  const idsOf = (node: object): (string | undefined)[] => {
    const { id, items, rows, edited } = node as { id?: string } & Record<
      'items' | 'rows' | 'edited',
      object[]
    >
    return [id, ...[...(items ?? []), ...(rows ?? []), ...(edited ?? [])].flatMap(idsOf)]
  }
  return [...opening, ...issues.flatMap(({ content }) => content), ...closing].flatMap(idsOf)
}

/** Those of earlier, and `new` for each that is not. */
const keptIn = (given: Text, earlier: ContentOf<Run>) => {
  const known = idsIn(earlier)
  return idsIn(named(given, earlier)).map((id) => (known.includes(id) ? id : 'new'))
}

const without = <Value>(value: Value): Value =>
  JSON.parse(JSON.stringify(value, (key, member) => (key === 'id' ? undefined : member)))

describe('the IDs of blocks', () => {
  it('are given to blocks, list items, table rows and edited boilerplate, each another', () => {
    const edited: Given = { type: 'boilerplate', entryId: 'law', version: 1, edited: [list('c') as never] }
    const ids = idsIn(named(text([says('a'), list('b', 'b')], [table('d', 'd'), edited])))
    assert.equal(ids.length, 10)
    assert.equal(new Set(ids).size, 10)
    assert.ok(ids.every((id) => id?.startsWith('blk_')))
  })

  it('are those that come with the text', () => {
    assert.equal(idsIn(named(text([says('a', 'blk_mine'), says('b')])))[0], 'blk_mine')
  })

  it('are refused where one stands twice', () => {
    assert.throws(() => named(text([says('a', 'blk_1')], [says('b', 'blk_1')])), {
      message: 'content must not have two blocks of the same ID: blk_1 is in it twice.',
    })
  })

  const before = named(text([says('The first words of all.'), says('The second of them.')], [list('x', 'y')]))
  const [first, second, ofList, x, y] = idsIn(before)

  it('stay with their words, whatever comes before them', () => {
    const next = text([says('New.'), says('The second of them.'), says('The first words of all.')])
    assert.deepEqual(keptIn(next, before), ['new', second, first])
  })

  it('stay with the most similar words, of which a third is enough', () => {
    const next = text([says('Quite another thing.'), says('The first few words of all this.')])
    assert.deepEqual(keptIn(next, before), ['new', first])
  })

  it('stay with words that have gone to another section', () => {
    const next = text([], [says('The second of them.')])
    assert.deepEqual(keptIn(next, before), [second])
  })

  it('of items stay with them while their list is still there', () => {
    const next = text([], [list('y', 'new', 'x')])
    assert.deepEqual(keptIn(next, before), [ofList, y, 'new', x])
  })

  it('of items stay with them when their list goes to another section', () => {
    const next = text([{ ...list('y', 'x'), id: ofList } as Given], [])
    assert.deepEqual(keptIn(next, before), [ofList, y, x])
    assert.deepEqual(keptIn(text([list('x', 'y')]), before), [ofList, x, y])
  })

  it('are looked for nearby only where a text has very many words', () => {
    const block = (place: number, end: string) =>
      says([...Array.from({ length: 500 }, (_, word) => `b${place}w${word}`), end].join(' '))
    const places = Array.from({ length: 400 }, (_, place) => place)
    const long = named(text(places.map((place) => block(place, 'before'))))
    const swapped = [...places]
    for (const [one, other] of [
      [0, 399],
      [100, 105],
    ] as const)
      [swapped[one], swapped[other]] = [other, one]
    const expected = swapped.map((place, at) => (at === 0 || at === 399 ? 'new' : idsIn(long)[place]))
    assert.deepEqual(keptIn(text(swapped.map((place) => block(place, 'after'))), long), expected)
  })

  it('that are given are not given to another block', () => {
    const next = text([says('Other words.', first), says('First words again, and all.')])
    assert.deepEqual(keptIn(next, before), [first, 'new'])
  })

  it('are the same each time for a text that was kept without them, and stay with words that stay', () => {
    const kept = text([says('a'), says('a'), list('b', 'b')], [says('a')])
    const ids = idsIn(withDerivedIds(kept))
    assert.deepEqual(idsIn(withDerivedIds(structuredClone(kept))), ids)
    assert.equal(new Set(ids).size, ids.length)
    const later = text([says('New.'), says('a'), says('a'), list('b', 'b')], [says('a')])
    assert.deepEqual(idsIn(withDerivedIds(later)).slice(1), ids)
    // As they are derived today, which is how comments name them for ever.
    assert.equal(ids[0], 'blk_1ced3f1a027062299c3e1d0e1df0459a')
  })

  it('change nothing else, are all there, and each once, for whatever is written', () => {
    const words = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 6 }).map((all) => all.join(' '))
    const block = fc.oneof(
      words.map((said) => says(said || 'a')),
      fc.array(words, { minLength: 1, maxLength: 4 }).map((items) => list(...items)),
      fc.array(words, { minLength: 1, maxLength: 4 }).map((rows) => table(...rows)),
    )
    const blocks = fc.array(block, { maxLength: 8 })
    const texts = fc.tuple(blocks, fc.array(blocks, { maxLength: 3 }))
    let kept = 0
    fc.assert(
      fc.property(texts, texts, ([opening, issues], [laterOpening, laterIssues]) => {
        const earlier = withDerivedIds(text(opening, ...issues))
        const given = text(laterOpening, ...laterIssues)
        const next = named(given, earlier)
        assert.deepEqual(without(next), without(given))
        const ids = idsIn(next)
        assert.ok(!ids.includes(undefined))
        assert.equal(new Set(ids).size, ids.length)
        // Saved once more, nothing is new.
        assert.deepEqual(named(without(next), next), next)
        kept += ids.filter((id) => idsIn(earlier).includes(id)).length
      }),
      { numRuns: sized(1000) },
    )
    assert.ok(kept > 0)
  })
})
