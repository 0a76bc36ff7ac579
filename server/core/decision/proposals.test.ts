import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Operation, SectionName } from '@portico/contract/operations'
import type { Block, Inline } from '@portico/contract/rich-text'
import { WorkProductContent } from '@portico/contract/work-products'
import fc from 'fast-check'
import { Check } from 'typebox/value'
import { additions, choices, randomAuthor } from '../../test/random-author.ts'
import { sized } from '../../test/size.ts'
import { mergeBlocks } from './merge-blocks.ts'
import { applyOperations, blocksIn, findBlock, sectionsOf, type Text } from './operations.ts'
import { acceptInTurn, applyProposal, excerptOf, type Proposal, presentProposal } from './proposals.ts'

const opening: SectionName = { part: 'opening' }
const issueSection = (issueId: string): SectionName => ({ part: 'issue', issueId })
const text = (words: string): Inline[] => (words === '' ? [] : [{ type: 'text', text: words }])
const paragraph = (id: string, words: string): Block => ({
  type: 'paragraph',
  id: `blk_${id}`,
  content: text(words),
})
const span = (id: string, from: number, to: number, words: string): Operation => ({
  type: 'replaceSpan',
  blockId: `blk_${id}`,
  span: { from, to },
  content: text(words),
})
const insert = (id: string, words: string, after: string | null, section = opening): Operation => ({
  type: 'insertAfter',
  section,
  after: after && `blk_${after}`,
  block: paragraph(id, words),
})
const base: Text = {
  title: 'Decision',
  content: {
    opening: [paragraph('a', 'The knee gave way in service.'), paragraph('b', 'It hurts since 1998.')],
    issues: [
      { issueId: 'issue_1', content: [paragraph('c', 'The claim is granted.')] },
      { issueId: 'issue_2', content: [] },
    ],
    closing: [],
  },
}
const proposed = (...operations: Operation[]): Proposal => ({ base: excerptOf(base, operations), operations })
const wordsAt = ({ content }: Text, id: string) => {
  const block = findBlock(content, `blk_${id}`)
  return block?.type === 'paragraph'
    ? block.content.map((run) => ('text' in run ? run.text : '')).join('')
    : ''
}
const stateIn = (now: Text, proposed: Proposal) => presentProposal(now, proposed).state

describe('a proposal', () => {
  const knee = proposed(span('a', 4, 8, 'left knee'))

  it('changes nothing until it is accepted, and then its words alone', () => {
    assert.equal(stateIn(base, knee), 'holds')
    const { text, operations } = applyProposal(base, knee)
    assert.equal(wordsAt(text, 'a'), 'The left knee gave way in service.')
    assert.deepEqual(operations, knee.operations)
    assert.deepEqual(findBlock(text.content, 'blk_b'), findBlock(base.content, 'blk_b'))
  })

  it('stays open where its items have the name of what was written since, also where both changed their list', () => {
    const list = (isOrdered: boolean, ...ids: string[]): Block => ({
      type: 'list',
      id: 'blk_l',
      isOrdered,
      items: ids.map((id) => ({ id: `blk_${id}`, level: 0, content: text(id) })),
    })
    const put = (block: Block): Operation => ({ type: 'insertAfter', section: opening, after: null, block })
    const replace = (block: Block): Operation => ({ type: 'replace', blockId: block.id, block })
    const before = applyOperations(base, [put(list(false, 'i'))])
    const longer = { base: before, operations: [replace(list(false, 'i', 'j'))] }
    const ordered = applyOperations(before, [replace(list(true, 'i'))])
    assert.deepEqual(findBlock(applyProposal(ordered, longer).text.content, 'blk_l'), list(true, 'i', 'j'))
    const taken = applyOperations(ordered, [put(paragraph('j', 'It is taken.'))])
    const { text: now, why } = applyProposal(taken, longer)
    assert.match(why ?? '', /blk_j would be in it twice/)
    assert.equal(now, taken)
    assert.equal(stateIn(taken, longer), 'contested')
  })

  it('goes with its block wherever that is moved', () => {
    const now = applyOperations(base, [
      { type: 'move', blockId: 'blk_a', section: issueSection('issue_2'), after: null },
    ])
    assert.equal(stateIn(now, knee), 'changed')
    const { text } = applyProposal(now, knee)
    assert.deepEqual(blocksIn(text.content, issueSection('issue_2')), [
      paragraph('a', 'The left knee gave way in service.'),
    ])
  })

  it('keeps what others have written in the same block beside its words', () => {
    const now = applyOperations(base, [span('a', 21, 28, 'the navy')])
    assert.equal(stateIn(now, knee), 'changed')
    assert.equal(wordsAt(applyProposal(now, knee).text, 'a'), 'The left knee gave way in the navy.')
  })

  it('stays open where the same words were changed, with the words of all three', () => {
    const now = applyOperations(base, [span('a', 4, 8, 'ankle')])
    const { text, operations, conflicts, why } = applyProposal(now, knee)
    assert.equal(text, now)
    assert.deepEqual(operations, [])
    assert.equal(why, 'Somebody has changed the same words since.')
    assert.deepEqual(conflicts, [
      {
        blockId: 'blk_a',
        base: paragraph('a', 'The knee gave way in service.'),
        theirs: paragraph('a', 'The ankle gave way in service.'),
        yours: paragraph('a', 'The left knee gave way in service.'),
      },
    ])
    assert.equal(stateIn(now, knee), 'contested')
  })

  it('says that its block is gone, and that the text already says so', () => {
    const gone = applyOperations(base, [{ type: 'remove', blockId: 'blk_a' }])
    assert.equal(stateIn(gone, knee), 'gone')
    assert.match(applyProposal(gone, knee).why ?? '', /was removed since/)
    assert.equal(stateIn(applyOperations(base, [...knee.operations]), knee), 'settled')
  })

  it('never removes a block that was changed since', () => {
    const removal = proposed({ type: 'remove', blockId: 'blk_b' })
    const now = applyOperations(base, [span('b', 0, 0, 'Truly: ')])
    assert.equal(stateIn(now, removal), 'contested')
    assert.equal(stateIn(base, removal), 'holds')
    assert.equal(findBlock(applyProposal(base, removal).text.content, 'blk_b'), undefined)
  })

  it('adds its block behind the one that it was to follow, also in the section that this was moved to', () => {
    const addition = proposed(insert('n', 'A new thought.', 'b'))
    const now = applyOperations(base, [
      { type: 'move', blockId: 'blk_b', section: issueSection('issue_1'), after: 'blk_c' },
    ])
    assert.deepEqual(
      blocksIn(applyProposal(now, addition).text.content, issueSection('issue_1'))?.map(({ id }) => id),
      ['blk_c', 'blk_b', 'blk_n'],
    )
    const gone = applyOperations(base, [{ type: 'remove', blockId: 'blk_b' }])
    assert.equal(stateIn(gone, addition), 'changed')
    assert.deepEqual(
      applyProposal(gone, addition).text.content.opening.map(({ id }) => id),
      ['blk_a', 'blk_n'],
    )
  })

  it('is made of all its operations or of none', () => {
    const both = proposed(span('a', 4, 8, 'left knee'), span('b', 0, 2, 'The knee'))
    const now = applyOperations(base, [span('b', 0, 2, 'All')])
    assert.equal(applyProposal(now, both).text, now)
  })

  it('for the title stands against another title', () => {
    const title = proposed({ type: 'setTitle', title: 'Order' })
    assert.equal(applyProposal(base, title).text.title, 'Order')
    const now = applyOperations(base, [{ type: 'setTitle', title: 'Ruling' }])
    assert.equal(applyProposal(now, title).why, 'The title was changed since.')
    assert.deepEqual(presentProposal(now, title).title, {
      base: 'Decision',
      theirs: 'Ruling',
      yours: 'Order',
    })
  })

  it('keeps of a long text no more than it is about', () => {
    const long: Text = {
      title: 'Long',
      content: {
        opening: Array.from({ length: 1000 }, (_, index) => paragraph(`p${index}`, 'word '.repeat(100))),
        issues: [],
        closing: [],
      },
    }
    const kept = excerptOf(long, [span('p900', 0, 4, 'words')])
    assert.deepEqual(kept.content.opening, [long.content.opening[900]])
  })

  it('in turn with others is accepted on the text that those have made', () => {
    const others = [
      proposed(span('a', 4, 8, 'left knee')),
      proposed(span('a', 4, 8, 'right knee')),
      proposed(span('a', 21, 28, 'the navy')),
      proposed({ type: 'remove', blockId: 'blk_b' }),
    ]
    const { text, accepted, open } = acceptInTurn(base, others)
    assert.deepEqual(
      accepted.map(({ given }) => others.indexOf(given as never)),
      [0, 2, 3],
    )
    assert.deepEqual(
      open.map(({ given }) => others.indexOf(given as never)),
      [1],
    )
    assert.equal(wordsAt(text, 'a'), 'The left knee gave way in the navy.')
  })
})

describe('changes of two in one block', () => {
  const content = (block: Block | undefined) => (block?.type === 'paragraph' ? block.content : undefined)
  const merged = (was: Inline[], theirs: Inline[], yours: Inline[]) => {
    const block = (inlines: Inline[]): Block => ({ type: 'paragraph', id: 'blk_a', content: inlines })
    return content(mergeBlocks({ base: block(was), theirs: block(theirs), yours: block(yours) }))
  }
  const note: Inline = { type: 'footnote', content: [{ type: 'text', text: 'See above.' }] }

  it('are both kept where they do not touch: words, marks, citations and footnotes', () => {
    assert.deepEqual(
      merged(
        text('one two three four'),
        [...text('one '), { type: 'text', text: 'two', marks: ['bold'] }, ...text(' three four')],
        [...text('one two three four'), note],
      ),
      [...text('one '), { type: 'text', text: 'two', marks: ['bold'] }, ...text(' three four'), note],
    )
  })

  it('are contested where they touch, also where both insert at one place', () => {
    assert.equal(merged(text('one two'), text('one 2'), text('one zwei')), undefined)
    assert.equal(merged(text('one two'), text('one and two'), text('one or two')), undefined)
    assert.deepEqual(merged(text('one two'), text('one 2'), text('one 2')), text('one 2'))
  })

  it('are looked for no longer than they are worth in a block that was written anew', () => {
    const words = Array.from({ length: 6000 }, (_, index) => `w${index}`)
    const anew = (each: number) => words.map((word, at) => (at % 10 === each ? `q${word}` : word)).join(' ')
    const [base, theirs, yours] = [words.join(' '), anew(3), anew(7)].map((text) => paragraph('a', text)) as [
      Block,
      Block,
      Block,
    ]
    const before = process.cpuUsage()
    for (let times = 0; times < 5; times += 1) assert.equal(mergeBlocks({ base, theirs, yours }), undefined)
    const { user } = process.cpuUsage(before)
    assert.ok(user < 1_000_000, `${user / 1000} ms of a processor`)
  })

  it('are merged in items and cells, and contested where one has others', () => {
    const list = (level: number, ...items: string[]): Block => ({
      type: 'list',
      id: 'blk_l',
      isOrdered: false,
      items: items.map((words, index) => ({ id: `blk_i${index}`, level, content: text(words) })),
    })
    assert.deepEqual(
      mergeBlocks({ base: list(0, 'a', 'b'), theirs: list(0, 'A', 'b'), yours: list(1, 'a', 'B') }),
      list(1, 'A', 'B'),
    )
    assert.equal(
      mergeBlocks({ base: list(0, 'a'), theirs: list(0, 'A'), yours: list(0, 'a', 'b') }),
      undefined,
    )
    const quote: Block = { type: 'quote', id: 'blk_a', content: text('x') }
    assert.equal(
      mergeBlocks({ base: paragraph('a', 'x'), theirs: quote, yours: paragraph('a', 'y') }),
      undefined,
    )
  })

  it('are both in the text word by word, whatever they are', () => {
    const edits = fc.array(
      fc.record({ at: fc.nat(29), kind: fc.constantFrom('replace', 'remove', 'insert') }),
      { maxLength: 6 },
    )
    const made = (name: string, list: { at: number; kind: string }[]) => {
      const out: string[] = []
      for (let at = 0; at < 30; at += 1) {
        const [edit] = list.filter((one) => one.at === at)
        if (edit?.kind === 'insert') out.push(`${name}new${at}`)
        if (edit?.kind !== 'remove') out.push(edit?.kind === 'replace' ? `${name}${at}` : `w${at}`)
      }
      return out
    }
    const line = (words: string[]) => text(words.map((word) => `${word} `).join(''))
    fc.assert(
      fc.property(edits, edits, (theirs, yours) => {
        const was = line(made('', []))
        const result = merged(was, line(made('t', theirs)), line(made('y', yours)))
        const near = yours.some((edit) => theirs.some((other) => Math.abs(edit.at - other.at) <= 1))
        if (near) return
        const both = Array.from({ length: 30 }, (_, at) => [
          ...made(
            't',
            theirs.filter((edit) => edit.at === at),
          ).filter((word) => word.startsWith('t')),
          ...made(
            'y',
            yours.filter((edit) => edit.at === at),
          ).filter((word) => word.startsWith('y')),
          ...([...theirs, ...yours].find((one) => one.at === at)?.kind === undefined ||
          [...theirs, ...yours].find((one) => one.at === at)?.kind === 'insert'
            ? [`w${at}`]
            : []),
        ]).flat()
        assert.deepEqual(result, line(both))
      }),
      { numRuns: sized(2000) },
    )
  })
})

const steps = (most: number) => fc.array(choices, { maxLength: most })
const world = fc.record({
  first: fc.array(additions, { maxLength: 6 }),
  edits: fc.array(steps(3), { minLength: 1, maxLength: 3 }),
  proposals: fc.array(fc.record({ stage: fc.nat(3), choices: steps(3), isWanted: fc.boolean() }), {
    maxLength: 6,
  }),
})

const wordsIn = ({ content }: Text) =>
  sectionsOf(content).flatMap(({ blocks }) =>
    blocks.flatMap((block) => JSON.stringify(block).match(/[a-z]\d+n\d+/g) ?? []),
  )
const allIds = ({ content }: Text) => sectionsOf(content).flatMap(({ blocks }) => blocks.map(({ id }) => id))

describe('any proposals, and any of them accepted', () => {
  it('leave a valid text, with what was accepted and without what was not, and lose nothing that was not asked for', () => {
    let [acceptedCount, openCount, mergedCount] = [0, 0, 0]
    const runs = sized(10_000)
    fc.assert(
      fc.property(world, ({ first, edits, proposals }) => {
        const empty = {
          ...base,
          content: { ...base.content, opening: [], issues: [{ issueId: 'issue_1', content: [] }] },
        }
        const stages: Text[] = [applyOperations(empty, randomAuthor('f', first, empty))]
        for (const [index, some] of edits.entries()) {
          const last = stages.at(-1) as Text
          stages.push(applyOperations(last, randomAuthor('ghi'[index] ?? 'z', some, last)))
        }
        const now = stages.at(-1) as Text
        const made = proposals.map(({ stage, choices, isWanted }, index) => {
          const on = stages[stage % stages.length] as Text
          const operations = randomAuthor('pqrstu'[index] ?? 'v', choices, on)
          return { on, operations, base: excerptOf(on, operations), isWanted }
        })
        assert.equal(acceptInTurn(now, []).text, now)

        const wanted = made.filter(({ isWanted }) => isWanted)
        const { text, accepted, open } = acceptInTurn(now, wanted)
        acceptedCount += accepted.length
        openCount += open.length
        assert.ok(Check(WorkProductContent, text.content))
        assert.equal(new Set(allIds(text)).size, allIds(text).length)
        assert.equal(accepted.length + open.length, wanted.length)
        assert.deepEqual(
          applyOperations(
            now,
            accepted.flatMap(({ operations }) => operations),
          ),
          text,
        )
        assert.deepEqual(
          acceptInTurn(
            now,
            accepted.map(({ given }) => given),
          ).text,
          text,
        )
        for (const { given } of accepted)
          if (given.operations.length > 0 && presentProposal(now, given).state === 'changed') mergedCount += 1

        const asked = accepted.map(({ given }) => {
          const [was, will] = [wordsIn(given.on), wordsIn(applyOperations(given.on, given.operations))]
          return {
            gone: was.filter((word) => !will.includes(word)),
            added: will.filter((word) => !was.includes(word)),
          }
        })
        const [before, after] = [wordsIn(now), wordsIn(text)]
        const mayGo = new Set(asked.flatMap(({ gone }) => gone))
        const mayCome = new Set(asked.flatMap(({ added }) => added))
        for (const word of before) assert.ok(after.includes(word) || mayGo.has(word), `${word} was lost`)
        for (const word of after)
          assert.ok(before.includes(word) || mayCome.has(word), `${word} came of nothing`)
        for (const word of mayCome) assert.ok(after.includes(word), `${word} was accepted and is not there`)

        const named = new Set(
          accepted.flatMap(({ given }) =>
            given.operations.map((operation) => ('blockId' in operation ? operation.blockId : '')),
          ),
        )
        const untouched = allIds(now).filter((id) => !named.has(id))
        for (const id of untouched) assert.deepEqual(findBlock(text.content, id), findBlock(now.content, id))
        assert.deepEqual(
          allIds(text).filter((id) => untouched.includes(id)),
          untouched,
        )

        for (const { on, operations, base } of made)
          assert.deepEqual(
            applyProposal(now, { base: on, operations }),
            applyProposal(now, { base, operations }),
          )
      }),
      { numRuns: runs },
    )
    assert.ok(acceptedCount > runs / 2 && openCount > runs / 50 && mergedCount > runs / 50)
    console.log(
      `      ${runs} worlds: ${acceptedCount} accepted, ${mergedCount} on changed blocks, ${openCount} left open`,
    )
  })
})
