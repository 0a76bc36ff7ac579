import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DecisionPackage } from '@portico/contract/decision-package'
import type { Block } from '@portico/contract/rich-text'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import { authorities, headings, parts } from '../../profile/default/text.ts'
import { decisionFacts, page, says } from '../../test/decision-facts.ts'
import { canonicalJson } from '../kernel/chain.ts'
import { checkText } from './check-text.ts'
import type { DecisionFacts } from './facts.ts'
import { findingsOf } from './findings.ts'
import { layOut, layoutById } from './layout.ts'
import { composePackage } from './package.ts'

const is = (part: string, block: Block): Block => ({ ...block, part })
const workProducts = { parts, headings, authorities, withoutParts: 'accepted' as const }

/** The two issues of the facts with these blocks: the first is allowed, the second sent back. */
function written(first: Block[], second: Block[] = [], changes: Partial<DecisionFacts['words']> = {}) {
  const facts = decisionFacts()
  const dispositions = [
    { name: 'allowed', label: 'Allowed' },
    { name: 'remanded', label: 'Remanded', sendsBack: true },
  ]
  return {
    ...facts,
    words: { ...facts.words, dispositions, workProducts, ...changes },
    content: {
      ...facts.content,
      issues: [
        { issueId: 'issue_1', content: first },
        { issueId: 'issue_2', content: second },
      ],
    },
  }
}

const finding = is('finding', says('The ringing began in service.', page(12)))
const conclusion = is('conclusion', says('It was incurred in service. 38 U.S.C. § 1110.'))
const reason = says('The examiner so found.', page(11, { quote: 'at least as likely as not' }))
const sentBack = says('An examination is needed.')
const whole = [reason, conclusion, finding]

const codesOf = (facts: DecisionFacts) => {
  const { blockers, warnings } = findingsOf(facts)
  const about = ({ code, issueId, blockId }: (typeof blockers)[number]) =>
    code.startsWith('part') ? [[code, issueId, blockId]] : []
  return { blockers: blockers.flatMap(about), warnings: warnings.flatMap(about) }
}
const none = { blockers: [], warnings: [] }
const composed = (facts: DecisionFacts) => composePackage(facts, [], [])

describe('parts of a text', () => {
  it('that carry what the profile says give no finding', () => {
    assert.deepEqual(codesOf(written(whole, [sentBack])), none)
  })

  it('are warned of where they lack evidence or an authority, or an issue lacks them, by the default profile', () => {
    const bare = is('finding', says('It is so.'))
    const unfounded = is('conclusion', says('The criteria are met.'))
    assert.deepEqual(codesOf(written([bare, unfounded])), {
      blockers: [],
      warnings: [
        ['partWithoutEvidence', 'issue_1', bare.id],
        ['partWithoutAuthority', 'issue_1', unfounded.id],
      ],
    })
    assert.deepEqual(codesOf(written([finding])).warnings, [['partMissing', 'issue_1', undefined]])
    // An empty one, or its heading alone, is none.
    const empty: Block = { type: 'paragraph', id: 'blk_empty', part: 'conclusion', content: [] }
    const heading: Block = {
      type: 'heading',
      level: 1,
      id: 'blk_heading',
      part: 'conclusion',
      content: [{ type: 'text', text: 'Law' }],
    }
    assert.deepEqual(codesOf(written([finding, empty, heading])).warnings, [
      ['partMissing', 'issue_1', undefined],
    ])
  })

  it('are not asked for where the text has none, unless the profile does', () => {
    assert.deepEqual(codesOf(written([reason], [sentBack])), none)
    const { withoutParts: _, ...checked } = workProducts
    const changes = { workProducts: checked }
    assert.deepEqual(codesOf(written([reason], [sentBack], changes)).warnings, [
      ['partMissing', 'issue_1', undefined],
      ['partMissing', 'issue_1', undefined],
    ])
  })

  it('block the signature where the profile says so', () => {
    const strict = parts.map((part) => ({
      ...part,
      ...(part.withoutEvidence && { withoutEvidence: 'refused' as const }),
      ...(part.missing && { missing: 'refused' as const }),
    }))
    const bare = is('finding', says('It is so.'))
    const facts = written([bare], [], { workProducts: { ...workProducts, parts: strict } })
    assert.deepEqual(codesOf(facts), {
      blockers: [
        ['partMissing', 'issue_1', undefined],
        ['partWithoutEvidence', 'issue_1', bare.id],
      ],
      warnings: [],
    })
  })

  it('that the profile no longer has are told, and printed where they stand', () => {
    const facts = written([finding, reason], [], { workProducts: {} })
    assert.deepEqual(codesOf(facts).warnings, [['partUnknown', 'issue_1', finding.id]])
    const { sections, structure } = composed(facts)
    const reasons = layoutById(layOut(sections, structure)).find(({ kind }) => kind === 'reasons')
    assert.deepEqual(
      reasons?.issues?.[0]?.blocks.map(({ blockId }) => blockId),
      [finding.id, reason.id],
    )
  })

  it('are laid out as published decisions are: order, remanded, findings, conclusions, reasons', () => {
    const other = is('finding', says('Another fact.', page(12)))
    const rate = is('order', says('A rating of 10 percent is granted.'))
    const { sections, structure } = composed(written([...whole, rate], [other, sentBack]))
    const laid = layoutById(layOut(sections, structure)).map(({ kind, heading, issues, blocks }) => [
      kind,
      heading,
      [...(issues?.flatMap((issue) => issue.blocks) ?? []), ...(blocks ?? [])].map(({ blockId, number }) => [
        blockId,
        number,
      ]),
    ])
    assert.deepEqual(laid, [
      ['opening', undefined, [[sections[0]?.content[0]?.id, undefined]]],
      ['issues', 'The issues', []],
      ['order', 'Order', [[rate.id, undefined]]],
      ['order', 'Remanded', []],
      [
        'part',
        'Findings of fact',
        [
          [finding.id, 1],
          [other.id, 2],
        ],
      ],
      ['part', 'Conclusion of law', [[conclusion.id, undefined]]],
      [
        'reasons',
        'Reasons and bases for findings and conclusions',
        [
          [reason.id, undefined],
          [sentBack.id, undefined],
        ],
      ],
      ['closing', undefined, []],
    ])
  })

  it('are numbered within their issue where they stand in place, under a heading for each run of them', () => {
    const standing = [
      { name: 'step', label: 'step', place: 'inPlace' as const, heading: 'Steps', isNumbered: true },
    ]
    const step = (text: string) => is('step', says(text))
    const facts = written([step('a'), step('b'), sentBack, step('c')], [step('d')], {
      workProducts: { parts: standing },
    })
    const { sections, structure } = composed(facts)
    const reasons = layoutById(layOut(sections, structure)).find(({ kind }) => kind === 'reasons')
    assert.deepEqual(
      reasons?.issues?.map(({ blocks }) => blocks.map(({ number, heading }) => [number, heading])),
      [
        [
          [1, 'Steps'],
          [2, undefined],
          [undefined, undefined],
          [3, 'Steps'],
        ],
        [[1, 'Steps']],
      ],
    )
  })

  it('have their citations numbered in the order in which they are printed', () => {
    const { citations } = composed(written(whole))
    assert.deepEqual(
      citations.map(({ anchor }) => anchor.page),
      [12, 11, 13],
    )
  })

  it('freeze the words of the profile and the authorities; a text with neither is frozen as before', () => {
    const ajv = formats.default(new Ajv({ strict: false }))
    const validate = ajv.compile(DecisionPackage)
    const decision = composed(written(whole))
    assert.equal(validate(decision), true, JSON.stringify(validate.errors))
    assert.deepEqual(decision.structure?.sentBack, ['issue_2'])
    assert.deepEqual(
      decision.structure?.parts.map(({ name }) => name),
      ['finding', 'conclusion'],
    )
    assert.deepEqual(decision.authorities?.groups[0]?.authorities, [
      { text: '38 U.S.C. § 1110', places: [{ issueId: 'issue_1', blockId: conclusion.id }] },
    ])
    const plain = decisionFacts()
    const words = { ...plain.words, workProducts }
    assert.equal(canonicalJson(composed({ ...plain, words })), canonicalJson(composed(plain)))
  })

  it('are refused in a save where the profile has none of that name, or outside the section of an issue', () => {
    const content = (block: Block) => ({
      opening: [],
      issues: [{ issueId: 'issue_1', content: [block] }],
      closing: [],
    })
    checkText(content(finding), parts)
    assert.throws(
      () => checkText(content(is('findng', reason)), parts),
      /There is no part findng: it must be .*Did you mean finding\?/,
    )
    assert.throws(() => checkText(content(finding)), /There is no part finding/)
    assert.throws(
      () => checkText({ opening: [finding], issues: [], closing: [] }, parts),
      /must be in the section of an issue/,
    )
    const edited: Block = {
      type: 'boilerplate',
      id: 'blk_b',
      entryId: 'law',
      version: 1,
      edited: [finding as Exclude<Block, { type: 'boilerplate' }>],
    }
    assert.throws(() => checkText(content(edited), parts), /must be set on the boilerplate/)
    assert.throws(
      () => checkText({ opening: [], issues: [], closing: [edited] }, parts),
      /must be in the section of an issue/,
    )
  })
})
