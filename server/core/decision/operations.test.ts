import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Operation, SectionName } from '@portico/contract/operations'
import type { Block, Inline } from '@portico/contract/rich-text'
import fc from 'fast-check'
import { sized } from '../../test/size.ts'
import { applyOperations, blocksIn, findBlock, sectionsOf, type Text } from './operations.ts'
import { operationsBetween } from './operations-between.ts'
import { rebase } from './rebase.ts'
import { lengthOf } from './splice-inlines.ts'

const opening: SectionName = { part: 'opening' }
const text = (words: string): Inline[] => (words === '' ? [] : [{ type: 'text', text: words }])
const paragraph = (id: string, words: string): Block => ({
  type: 'paragraph',
  id: `blk_${id}`,
  content: text(words),
})
const withOpening = (...blocks: Block[]): Text => ({
  title: 'Decision',
  content: { opening: blocks, issues: [{ issueId: 'issue_1', content: [] }], closing: [] },
})
const ids = ({ content }: Text) => content.opening.map(({ id }) => id)
const spanOf = (blockId: string, from: number, to: number, words: string): Operation => ({
  type: 'replaceSpan',
  blockId,
  span: { from, to },
  content: text(words),
})

const refused = (change: () => unknown, sentence: RegExp) =>
  assert.throws(change, ({ name, message }: Error) => name === 'Refusal' && sentence.test(message))

describe('operations', () => {
  const two = withOpening(paragraph('a', 'One thought.'), paragraph('b', 'Another.'))

  it('replace part of a block, and join what is alike', () => {
    const changed = applyOperations(two, [spanOf('blk_a', 4, 11, 'sentence')])
    assert.deepEqual(findBlock(changed.content, 'blk_a'), paragraph('a', 'One sentence.'))
  })

  it('keep what stands beside a span: marks, citations and footnotes', () => {
    const note: Inline = { type: 'footnote', content: [{ type: 'text', text: 'See above.' }] }
    const block: Block = {
      type: 'paragraph',
      id: 'blk_a',
      content: [{ type: 'text', text: 'bold', marks: ['bold'] }, note, { type: 'text', text: 'plain' }],
    }
    const changed = applyOperations(withOpening(block), [spanOf('blk_a', 5, 6, 'P')])
    assert.deepEqual((findBlock(changed.content, 'blk_a') as { content: Inline[] }).content, [
      { type: 'text', text: 'bold', marks: ['bold'] },
      note,
      { type: 'text', text: 'Plain' },
    ])
  })

  it('never cut a character in two', () => {
    const face = withOpening(paragraph('a', 'a😀b'))
    refused(() => applyOperations(face, [spanOf('blk_a', 2, 3, '')]), /inside a character/)
    assert.deepEqual(applyOperations(face, [spanOf('blk_a', 1, 3, '')]), withOpening(paragraph('a', 'ab')))
  })

  it('are refused outside of the block, with its length', () => {
    refused(() => applyOperations(two, [spanOf('blk_b', 0, 10, '')]), /between 0 and 8/)
    refused(() => applyOperations(two, [{ type: 'remove', blockId: 'blk_c' }]), /no block blk_c/)
  })

  it('add first, behind another, and in the section of an issue that has none yet', () => {
    const added = applyOperations(two, [
      { type: 'insertAfter', section: opening, after: null, block: paragraph('c', 'First.') },
      {
        type: 'insertAfter',
        section: { part: 'issue', issueId: 'issue_2' },
        after: null,
        block: paragraph('d', 'New.'),
      },
    ])
    assert.deepEqual(ids(added), ['blk_c', 'blk_a', 'blk_b'])
    assert.deepEqual(blocksIn(added.content, { part: 'issue', issueId: 'issue_2' }), [paragraph('d', 'New.')])
  })

  it('move within a section and to another, words and all', () => {
    const moved = applyOperations(two, [
      { type: 'move', blockId: 'blk_a', section: opening, after: 'blk_b' },
      { type: 'move', blockId: 'blk_b', section: { part: 'issue', issueId: 'issue_1' }, after: null },
    ])
    assert.deepEqual(ids(moved), ['blk_a'])
    assert.deepEqual(blocksIn(moved.content, { part: 'issue', issueId: 'issue_1' }), [
      paragraph('b', 'Another.'),
    ])
  })

  it('move nothing behind itself, and say so where it would be in another section', () => {
    const move = (blockId: string, section: SectionName): Operation => ({
      type: 'move',
      blockId,
      section,
      after: blockId,
    })
    assert.deepEqual(applyOperations(two, [move('blk_a', opening)]), two)
    refused(
      () => applyOperations(two, [move('blk_a', { part: 'closing' })]),
      /ID of a block in the section: blk_a is not/,
    )
    refused(() => applyOperations(two, [move('blk_c', opening)]), /no block blk_c/)
  })

  it('keep a section that is not empty', () => {
    const full = applyOperations(two, [
      { type: 'move', blockId: 'blk_a', section: { part: 'issue', issueId: 'issue_1' }, after: null },
      { type: 'removeSection', issueId: 'issue_1' },
    ])
    assert.equal(full.content.issues.length, 1)
  })
})

describe('operations made on an older text', () => {
  const base = withOpening(paragraph('a', 'One.'), paragraph('b', 'Two.'), paragraph('c', 'Three.'))
  const now = applyOperations(base, [spanOf('blk_a', 0, 3, 'Uno'), { type: 'remove', blockId: 'blk_b' }])

  it('meet nobody in other blocks', () => {
    const { text, conflicts } = rebase({ base, now }, [spanOf('blk_c', 0, 5, 'Tre')])
    assert.deepEqual(conflicts, [])
    assert.deepEqual(text, withOpening(paragraph('a', 'Uno.'), paragraph('c', 'Tre.')))
  })

  it('come back with the words of both where two changed one block, and the rest is applied', () => {
    const { text, applied, conflicts } = rebase({ base, now }, [
      spanOf('blk_a', 0, 3, 'Eins'),
      spanOf('blk_a', 0, 0, '1. '),
      spanOf('blk_c', 0, 5, 'Drei'),
    ])
    assert.deepEqual(applied, [2])
    assert.deepEqual(text, withOpening(paragraph('a', 'Uno.'), paragraph('c', 'Drei.')))
    assert.deepEqual(conflicts, [
      {
        blockId: 'blk_a',
        operations: [0, 1],
        base: paragraph('a', 'One.'),
        theirs: paragraph('a', 'Uno.'),
        yours: paragraph('a', '1. Eins.'),
      },
    ])
  })

  it('change a title that nobody else has changed, and leave the title of two to a person', () => {
    const title = (title: string): Operation => ({ type: 'setTitle', title })
    const [first, second] = ['First', 'Second'].map((to) => applyOperations(base, [title(to)]))
    const contested = rebase({ base, now: first! }, [spanOf('blk_c', 0, 5, 'Tre'), title('Second')])
    assert.deepEqual([contested.text.title, contested.applied], ['First', [0]])
    assert.deepEqual(contested.title, {
      operations: [1],
      base: base.title,
      theirs: 'First',
      yours: 'Second',
    })
    const settled = rebase({ base, now: second! }, [title('Second')])
    assert.deepEqual([settled.applied, settled.operations, settled.title], [[0], [], undefined])
    const free = rebase({ base: first!, now: { ...first! } }, [title('Second')])
    assert.deepEqual([free.text.title, free.title], ['Second', undefined])
  })

  it('are no conflict where both wrote the same', () => {
    const { applied, conflicts } = rebase({ base, now }, [
      spanOf('blk_a', 0, 3, 'Uno'),
      { type: 'remove', blockId: 'blk_b' },
    ])
    assert.deepEqual([applied, conflicts], [[0, 1], []])
  })

  it('say so where one removed what the other changed, either way', () => {
    const { conflicts } = rebase({ base, now }, [
      spanOf('blk_b', 0, 3, 'Due'),
      { type: 'remove', blockId: 'blk_a' },
    ])
    assert.deepEqual(
      conflicts.map(({ blockId, theirs, yours }) => [blockId, theirs, yours]),
      [
        ['blk_b', null, paragraph('b', 'Due.')],
        ['blk_a', paragraph('a', 'Uno.'), null],
      ],
    )
  })

  it('add behind the nearest block that is left', () => {
    const block = paragraph('d', 'New.')
    const { text } = rebase({ base, now }, [{ type: 'insertAfter', section: opening, after: 'blk_b', block }])
    assert.deepEqual(ids(text), ['blk_a', 'blk_d', 'blk_c'])
  })

  it('are applied once where they come twice', () => {
    const block = paragraph('d', 'New.')
    const insert: Operation = { type: 'insertAfter', section: opening, after: 'blk_a', block }
    const once = rebase({ base, now }, [insert]).text
    const twice = rebase({ base, now: once }, [insert])
    assert.deepEqual([twice.text, twice.operations, twice.conflicts], [once, [], []])
  })

  it('are refused by their number where they never fitted', () => {
    refused(
      () => rebase({ base, now }, [spanOf('blk_c', 0, 1, 't'), spanOf('blk_z', 0, 1, '')]),
      /operations\/1: There is no block/,
    )
  })
})

describe('operations between two texts', () => {
  const withIssues = (...sections: { issueId: string; content: Block[] }[]): Text => ({
    title: 'Decision',
    content: { opening: [], issues: sections, closing: [] },
  })
  const many = (name: string, count: number) =>
    Array.from({ length: count }, (_, index) => paragraph(`${name}${index}`, name))
  const pairs: Record<string, [Text, Text]> = {
    'a part that is taken off a block that leaves its issue': [
      withIssues({ issueId: 'issue_1', content: [{ ...paragraph('a', 'One.'), part: 'finding' }] }),
      withOpening(paragraph('a', 'One.')),
    ],
    'blocks that go between two full sections': [
      withIssues(
        { issueId: 'issue_1', content: many('a', 2000) },
        { issueId: 'issue_2', content: many('b', 2000) },
      ),
      withIssues(
        { issueId: 'issue_1', content: many('a', 2000).with(7, paragraph('b7', 'b')) },
        { issueId: 'issue_2', content: many('b', 2000).with(7, paragraph('a7', 'a')) },
      ),
    ],
    'sections of 500 issues in the place of 500 others': [
      withIssues(...Array.from({ length: 500 }, (_, index) => ({ issueId: `issue_a${index}`, content: [] }))),
      withIssues(...Array.from({ length: 500 }, (_, index) => ({ issueId: `issue_b${index}`, content: [] }))),
    ],
  }
  for (const [name, [one, other]] of Object.entries(pairs))
    it(`are applied, either way: ${name}`, () => {
      for (const [before, after] of [
        [one, other],
        [other, one],
      ] as const)
        assert.deepEqual(rebase({ base: before, now: before }, operationsBetween(before, after)).text, after)
    })

  it('never make more of a text than it holds', () => {
    const full = withIssues({ issueId: 'issue_1', content: many('a', 2000) })
    const section = { part: 'issue' as const, issueId: 'issue_1' }
    const one: Operation = { type: 'insertAfter', section, after: null, block: paragraph('last', '') }
    refused(() => rebase({ base: full, now: full }, [one]), /at most 2000 blocks/)
    const [, sections] = pairs['sections of 500 issues in the place of 500 others'] as [Text, Text]
    const add: Operation = { type: 'addSection', issueId: 'issue_1' }
    refused(() => rebase({ base: sections, now: sections }, [add]), /at most 500 sections/)
  })
})

const words = fc
  .array(fc.constantFrom('pain', 'knee', 'service', 'since 1998', '😀', 'Ọ̀ṣun', ' '), { maxLength: 6 })
  .map((parts) => parts.join(' '))
const inline: fc.Arbitrary<Inline> = fc.oneof(
  {
    weight: 4,
    arbitrary: words.filter((given) => given !== '').map((given): Inline => ({ type: 'text', text: given })),
  },
  fc.constant<Inline>({ type: 'lineBreak' }),
  words
    .filter((given) => given !== '')
    .map((given): Inline => ({ type: 'footnote', content: [{ type: 'text', text: given }] })),
)
const inlines = fc.array(inline, { maxLength: 4 })

/** An author who does what the numbers say to the text as it is: so every operation fits. */
function author(
  name: string,
  choices: readonly number[],
  from: Text,
  contents: readonly Inline[][],
): Operation[] {
  let current = from
  const operations: Operation[] = []
  for (const [step, choice] of choices.entries()) {
    const sections = sectionsOf(current.content)
    const blocks = sections.flatMap(({ section, blocks }) => blocks.map((block) => ({ section, block })))
    const { section, blocks: inIt } = sections[choice % sections.length]!
    const after = inIt[(choice >> 3) % (inIt.length + 1)]?.id ?? null
    const picked = blocks[(choice >> 5) % Math.max(blocks.length, 1)]
    const content = contents[step % contents.length] ?? []
    const block: Block = { type: 'paragraph', id: `blk_${name}${step}`, content }
    const kind = picked ? choice % 5 : 0
    const made = (): Operation => {
      if (!picked || kind === 0) return { type: 'insertAfter', section, after, block }
      const { id } = picked.block
      if (kind === 1) return { type: 'remove', blockId: id }
      if (kind === 2) return { type: 'move', blockId: id, section, after: after === id ? null : after }
      if (kind === 3 || picked.block.type !== 'paragraph')
        return { type: 'replace', blockId: id, block: { ...block, id } }
      const length = picked.block.content.reduce((total, one) => total + lengthOf(one), 0)
      return { type: 'replaceSpan', blockId: id, span: { from: length, to: length }, content }
    }
    const operation = made()
    operations.push(operation)
    current = applyOperations(current, [operation])
  }
  return operations
}

const choices = fc.array(fc.nat(100_000), { maxLength: 12 })
const history = fc.record({
  first: choices,
  mine: choices,
  theirs: choices,
  contents: fc.array(inlines, { minLength: 1, maxLength: 8 }),
})

const written = (block: Block | null | undefined) =>
  block ? JSON.stringify({ ...block, id: '' }) : 'nothing'

describe('any operations', () => {
  it('leave a valid text, in which nothing is lost that nobody asked to lose', () => {
    fc.assert(
      fc.property(history, ({ first, mine, theirs, contents }) => {
        const base = applyOperations(withOpening(), author('f', first, withOpening(), contents))
        const [yours, others] = [author('m', mine, base, contents), author('t', theirs, base, contents)]
        const now = applyOperations(base, others)
        const wanted = applyOperations(base, yours)
        const { text, operations, applied, conflicts } = rebase({ base, now }, yours)
        assert.deepEqual(applyOperations(now, operations), text)
        assert.deepEqual(operationsBetween(text, text), [])
        const all = sectionsOf(text.content).flatMap(({ blocks }) => blocks.map(({ id }) => id))
        assert.equal(new Set(all).size, all.length)
        const refusedIds = new Set(conflicts.map(({ blockId }) => blockId))
        assert.equal(
          applied.length + conflicts.reduce((sum, conflict) => sum + conflict.operations.length, 0),
          yours.length,
        )
        for (const id of new Set([...blockIds(base), ...blockIds(now), ...blockIds(wanted)])) {
          const [was, theirs, mine, is] = [base, now, wanted, text].map(({ content }) =>
            findBlock(content, id),
          )
          if (refusedIds.has(id)) assert.equal(written(is), written(theirs))
          else if (written(mine) === written(was)) assert.equal(written(is), written(theirs))
          else assert.equal(written(is), written(mine))
        }
        for (const { blockId, yours } of conflicts)
          assert.equal(written(yours), written(findBlock(wanted.content, blockId)))
      }),
      { numRuns: sized(10_000) },
    )
  })

  it('are found between any two texts', () => {
    fc.assert(
      fc.property(history, ({ first, mine, contents }) => {
        const base = applyOperations(withOpening(), author('f', first, withOpening(), contents))
        const next = applyOperations(base, author('m', mine, base, contents))
        assert.deepEqual(applyOperations(base, operationsBetween(base, next)), next)
        assert.deepEqual(applyOperations(next, operationsBetween(next, base)), base)
      }),
      { numRuns: sized(3000) },
    )
  })
})

const blockIds = ({ content }: Text) =>
  sectionsOf(content).flatMap(({ blocks }) => blocks.map(({ id }) => id))
