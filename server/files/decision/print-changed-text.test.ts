import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { SectionName } from '@portico/contract/operations'
import type { Block, Inline } from '@portico/contract/rich-text'
import fc from 'fast-check'
import { applyOperations, sectionsOf, type Text } from '../../core/decision/operations.ts'
import { composePackage } from '../../core/decision/package.ts'
import { acceptInTurn, excerptOf } from '../../core/decision/proposals.ts'
import { headings, parts } from '../../profile/default/text.ts'
import { decisionFacts } from '../../test/decision-facts.ts'
import { laidWords, printedWords } from '../../test/decision-words.ts'
import { additions, type Choice, choices, randomAuthor } from '../../test/random-author.ts'
import { sized } from '../../test/size.ts'
import { openPdfWorkers, type PdfWorkers } from '../pdf/pdf-workers.ts'
import { printDecision, printDraft } from './print-decision.ts'
import { openTypesetting } from './typesetting.ts'

const partNames = [undefined, ...parts.map(({ name }) => name), 'unknown']

/** A block of any kind; in an issue it may have a part. Of two words, one may be in a footnote. */
const anyBlock =
  (hasFootnotes: boolean) =>
  (
    id: string,
    words: string,
    { choice: { from, length, place }, section }: { choice: Choice; section: SectionName },
  ): Block => {
    const [first = '', ...others] = words.split(' ')
    const note: Inline[] = hasFootnotes
      ? [{ type: 'footnote', content: [{ type: 'text', text: first }] }]
      : []
    const content: Inline[] = [
      ...note,
      { type: 'text', text: [...(hasFootnotes ? [] : [first]), ...others].join(' ') },
    ]
    const part = section.part === 'issue' ? partNames[(place >> 2) % partNames.length] : undefined
    const common = { id, ...(part === undefined ? {} : { part }) }
    const [head = '', cell = '', ...rest] = others
    const text = (said: string): Inline[] => [{ type: 'text', text: said }]
    switch ((from + length) % 7) {
      case 0:
        return { ...common, type: 'quote', content }
      case 1:
        return { ...common, type: 'heading', level: 2, content }
      case 2:
        return {
          ...common,
          type: 'list',
          isOrdered: true,
          items: [first, head, [cell, ...rest].join(' ')].map((said, index) => ({
            id: `${id}i${index}`,
            level: 0,
            content: text(said),
          })),
        }
      case 3:
        return {
          ...common,
          type: 'table',
          header: [{ content: text(first) }, { content: text(head) }],
          rows: [{ id: `${id}r`, cells: [{ content: text(cell) }, { content: text(rest.join(' ')) }] }],
        }
      default:
        return { ...common, type: 'paragraph', content }
    }
  }

const steps = (most: number) => fc.array(choices, { maxLength: most })
const history = fc.record({
  first: fc.array(additions, { minLength: 1, maxLength: 8 }),
  edits: fc.array(steps(4), { maxLength: 3 }),
  proposals: fc.array(fc.record({ stage: fc.nat(3), choices: steps(3) }), { maxLength: 5 }),
  hasParts: fc.boolean(),
})
type History = typeof history extends fc.Arbitrary<infer One> ? One : never

const empty: Text = {
  title: 'Decision',
  content: {
    opening: [],
    issues: [
      { issueId: 'issue_2', content: [] },
      { issueId: 'issue_1', content: [] },
    ],
    closing: [],
  },
}

/** What two have written and proposed in turn, and everything is accepted that can be. */
function written(
  { first, edits, proposals }: History,
  hasFootnotes: boolean,
): { text: Text; accepted: number } {
  const author = (name: string, some: readonly Choice[], from: Text) =>
    randomAuthor(name, some, from, anyBlock(hasFootnotes))
  const stages = [applyOperations(empty, author('f', first, empty))]
  for (const [index, some] of edits.entries()) {
    const last = stages.at(-1) as Text
    stages.push(applyOperations(last, author('ghi'[index] ?? 'z', some, last)))
  }
  const made = proposals.map(({ stage, choices }, index) => {
    const on = stages[stage % stages.length] as Text
    const operations = author('pqrst'[index] ?? 'v', choices, on)
    return { operations, base: excerptOf(on, operations) }
  })
  const { text, accepted } = acceptInTurn(stages.at(-1) as Text, made)
  return { text, accepted: accepted.filter(({ operations }) => operations.length > 0).length }
}

function packageOf({ content }: Text, hasParts: boolean) {
  const facts = decisionFacts({ content })
  const words = hasParts ? { ...facts.words, workProducts: { parts, headings } } : facts.words
  return composePackage({ ...facts, words }, [], [])
}

/** Some headings are printed in capitals. */
const tokensIn = (said: string): string[] => said.toLowerCase().match(/[a-z]\d+n\d+/g) ?? []
const tokensOf = (said: readonly string[]) => tokensIn(said.join(' '))

/** Read off the text itself: its blocks as they stand, the sections of issues in the order of the issues. */
function tokensOfText({ content }: Text): { place: string; tokens: string[] }[] {
  const inOrder = sectionsOf(content).toSorted(
    (one, other) =>
      placeOf(one.section.part, one.section.issueId) - placeOf(other.section.part, other.section.issueId),
  )
  const say = (some: readonly Inline[]): string =>
    some
      .map((run) => (run.type === 'text' ? run.text : run.type === 'footnote' ? ` ${say(run.content)} ` : ''))
      .join('')
  return inOrder.flatMap(({ section, blocks }) =>
    blocks.map((block) => {
      const said =
        block.type === 'list'
          ? block.items.map(({ content }) => say(content))
          : block.type === 'table'
            ? [block.header, ...block.rows.map(({ cells }) => cells)]
                .flat()
                .map(({ content }) => say(content))
            : block.type === 'boilerplate'
              ? []
              : [say(block.content)]
      return {
        place: `${section.part} ${section.issueId ?? ''} ${section.part === 'issue' ? (block.part ?? '') : ''}`,
        tokens: tokensOf(said),
      }
    }),
  )
}
const placeOf = (part: string, issueId = '') =>
  ['opening ', 'issue issue_1', 'issue issue_2', 'closing '].indexOf(`${part} ${issueId}`)

/** Parts go where the profile has them; within one part of one section, and without parts anywhere, the order stays. */
function assertSame(printed: string[], text: Text, hasParts: boolean) {
  const blocks = tokensOfText(text)
  const all = blocks.flatMap(({ tokens }) => tokens)
  if (!hasParts) return assert.deepEqual(printed, all)
  assert.deepEqual(printed.toSorted(), all.toSorted())
  for (const [, some] of Map.groupBy(blocks, ({ place }) => place)) {
    const expected = some.flatMap(({ tokens }) => tokens)
    const here = new Set(expected)
    if (here.size === expected.length)
      assert.deepEqual(
        printed.filter((token) => here.has(token)),
        expected,
      )
  }
}

describe('a text that operations and accepted proposals have made', () => {
  const typesetting = openTypesetting()
  let folder: string
  let pdf: PdfWorkers
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-changed-'))
    pdf = openPdfWorkers({ size: 1 })
  })
  after(async () => {
    await pdf.close()
    await typesetting.close()
    await rm(folder, { recursive: true })
  })

  const options = { pageUrl: (id: string, page: number) => `https://portico.test/${id}/${page}` }
  const signed = { ...options, sha256: 'd'.repeat(64) }
  const draft = { ...options, madeAt: new Date('2026-11-18T05:00:00Z') }

  it('has its words in its order in the preview, the draft and the decision, each as often as the text', () => {
    let [acceptedCount, wordCount] = [0, 0]
    const runs = sized(5000)
    fc.assert(
      fc.property(history, (given) => {
        const { text, accepted } = written(given, true)
        acceptedCount += accepted
        const made = packageOf(text, given.hasParts)
        const preview = tokensOf(laidWords(made))
        wordCount += preview.length
        assertSame(preview, text, given.hasParts)
        assert.deepEqual(tokensOf(printedWords(printDecision(made, signed))), preview)
        assert.deepEqual(tokensOf(printedWords(printDraft(made, draft))), preview)
      }),
      { numRuns: runs },
    )
    assert.ok(
      acceptedCount > runs / 2 && wordCount > runs * 10,
      `${acceptedCount} accepted, ${wordCount} words`,
    )
  })

  it('has them on the pages of the PDF of the draft and of the one that is sealed', async () => {
    const wordsOf = async (bytes: Buffer) => {
      const path = join(folder, 'decision.pdf')
      await writeFile(path, bytes)
      const pages = await Array.fromAsync(
        pdf.text(path, { firstPage: 1, pageCount: await pdf.pageCount(path) }),
      )
      return tokensIn(
        pages
          .flat()
          .map((page) => page.text ?? '')
          .join('\n'),
      )
    }
    await fc.assert(
      fc.asyncProperty(history, async (given) => {
        const { text } = written(given, false)
        const made = packageOf(text, given.hasParts)
        const preview = tokensOf(laidWords(made))
        assertSame(preview, text, given.hasParts)
        assert.deepEqual(await wordsOf(await typesetting.typeset(printDecision(made, signed))), preview)
        assert.deepEqual(await wordsOf(await typesetting.typesetDraft(printDraft(made, draft))), preview)
      }),
      { numRuns: sized(60, 8), endOnFailure: true },
    )
  })
})
