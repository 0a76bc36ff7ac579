import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DecisionPackage } from '@portico/contract/decision-package'
import type { Block } from '@portico/contract/rich-text'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import { defaultProfile } from '../../profile/default.ts'
import { decisionFacts, page, says } from '../../test/decision-facts.ts'
import { canonicalJson } from '../kernel/chain.ts'
import { anchorKey, type DecisionFacts } from './facts.ts'
import { findingsOf } from './findings.ts'
import { composePackage } from './package.ts'

const packageOf = (facts: DecisionFacts) => composePackage(facts, findingsOf(facts).warnings, [])

describe('a decision package', () => {
  it('is as its schema says', () => {
    const ajv = formats.default(new Ajv({ strict: false }))
    const validate = ajv.compile(DecisionPackage)
    assert.equal(validate(packageOf(decisionFacts())), true, JSON.stringify(validate.errors))
  })

  it('has the sections in the order of the issues, whatever order the draft has', () => {
    const { sections } = packageOf(decisionFacts())
    assert.deepEqual(
      sections.map(({ part, issueId, heading }) => [part, issueId, heading]),
      [
        ['opening', undefined, undefined],
        ['issue', 'issue_1', 'Tinnitus'],
        ['issue', 'issue_2', 'Service connection'],
        ['closing', undefined, undefined],
      ],
    )
  })

  it('numbers each place that is cited once, and says which issues rest on it', () => {
    const { citations, dispositions, sections } = packageOf(decisionFacts())
    assert.deepEqual(
      citations.map(({ number, anchor, label, issueIds }) => [number, anchor.page, label, issueIds]),
      [
        [1, 11, 'Examination, page 1', ['issue_1']],
        [2, 12, 'Examination, page 2', ['issue_1', 'issue_2']],
        [3, 13, 'Examination, page 3', ['issue_1']],
      ],
    )
    assert.deepEqual(
      dispositions.map(({ evidence }) => evidence),
      [[1, 2, 3], [2]],
    )
    const [remanded] = decisionFacts().content.issues[0]!.content
    assert.deepEqual(sections[2]?.content, [
      {
        type: 'paragraph',
        id: remanded!.id,
        content: [
          { type: 'text', text: 'Remanded.' },
          { type: 'citation', number: 2, label: 'Examination, page 2' },
        ],
      },
    ])
  })

  it('keeps the words of the day beside the names of the profile', () => {
    const [allowed, remanded] = packageOf(decisionFacts()).dispositions
    assert.deepEqual(allowed?.disposition, { name: 'allowed', label: 'Allowed' })
    assert.deepEqual(allowed?.benefitType, { name: 'compensation', label: 'Compensation' })
    assert.deepEqual(remanded?.reasons, [
      { reason: { name: 'noOpinion', label: 'No opinion' }, timing: 'beforeCertification' },
    ])
  })

  it('is for the parties whose role receives the decision, with who speaks for them and no date of birth', () => {
    assert.deepEqual(packageOf(decisionFacts()).recipients, [
      {
        partyId: 'party_ada',
        role: 'appellant',
        name: 'Ada K. Byron',
        person: { firstName: 'Ada', middleName: 'K.', lastName: 'Byron' },
        contact: { emails: ['ada@example.org'] },
        representation: {
          representativeId: 'party_rep',
          name: 'Helpers',
          powerOfAttorney: { start: '2024-03-01', scope: 'all matters' },
        },
      },
      { partyId: 'party_rep', role: 'representative', name: 'Helpers', organization: 'Helpers' },
    ])
  })

  it('numbers what is cited in footnotes and tables where it stands', () => {
    const facts = decisionFacts()
    const cite = (number: number) => ({ type: 'citation' as const, anchor: page(number) })
    const cell = (number: number) => ({ content: [cite(number)] })
    const opening: Block[] = [
      {
        type: 'paragraph',
        id: 'blk_1',
        content: [{ type: 'footnote', content: [cite(13)] }, cite(12)],
      },
      {
        type: 'table',
        id: 'blk_2',
        header: [{ content: [{ type: 'text', text: 'Page' }] }],
        rows: [{ id: 'blk_3', cells: [cell(11)] }],
      },
    ]
    const { citations, sections } = packageOf({ ...facts, content: { ...facts.content, opening } })
    assert.deepEqual(
      citations.slice(0, 3).map(({ anchor }) => anchor.page),
      [13, 12, 11],
    )
    const label = (number: number) => `Examination, page ${number - 10}`
    assert.deepEqual(sections[0]?.content, [
      {
        type: 'paragraph',
        id: 'blk_1',
        content: [
          { type: 'footnote', content: [{ type: 'citation', number: 1, label: label(13) }] },
          { type: 'citation', number: 2, label: label(12) },
        ],
      },
      {
        type: 'table',
        id: 'blk_2',
        header: [{ content: [{ type: 'text', text: 'Page' }] }],
        rows: [{ id: 'blk_3', cells: [{ content: [{ type: 'citation', number: 3, label: label(11) }] }] }],
      },
    ])
  })

  it('is not for a representative whose power of attorney is over', () => {
    const [ada, ...others] = decisionFacts().parties
    const over = { ...ada!, representation: { ...ada!.representation!, isInForce: false } }
    const { recipients } = packageOf(decisionFacts({ parties: [over, ...others] }))
    assert.deepEqual(
      recipients.map(({ partyId, representation }) => [partyId, representation]),
      [['party_ada', undefined]],
    )
  })

  it('has the text of boilerplate as it stands in the library, filled from the record', () => {
    const reference: Block = { type: 'boilerplate', id: 'blk_1', entryId: 'law', version: 1 }
    const facts = decisionFacts()
    const [frozen] = packageOf({ ...facts, content: { ...facts.content, opening: [reference] } }).sections
    assert.deepEqual(frozen?.content, [
      {
        type: 'boilerplate',
        id: 'blk_1',
        entryId: 'law',
        version: 2,
        isEdited: false,
        content: [
          { type: 'paragraph', content: [{ type: 'text', text: 'For Ada K. Byron.' }] },
          { type: 'paragraph', content: [{ type: 'text', text: 'Of November 15, 2026.' }] },
        ],
      },
    ])
  })

  it('has boilerplate as the author has edited it, with the version that was edited', () => {
    const reference = {
      type: 'boilerplate' as const,
      id: 'blk_1',
      entryId: 'law',
      version: 1,
      edited: [
        {
          type: 'list' as const,
          id: 'blk_2',
          isOrdered: true,
          items: [{ id: 'blk_3', level: 0, content: [{ type: 'text' as const, text: 'Mine.' }] }],
        },
      ],
    }
    const facts = decisionFacts()
    const [frozen] = packageOf({ ...facts, content: { ...facts.content, opening: [reference] } }).sections
    assert.deepEqual(frozen?.content, [
      {
        type: 'boilerplate',
        id: 'blk_1',
        entryId: 'law',
        version: 1,
        isEdited: true,
        content: reference.edited,
      },
    ])
  })

  it('is the same text for the same facts', () => {
    assert.equal(canonicalJson(packageOf(decisionFacts())), canonicalJson(packageOf(decisionFacts())))
  })
})

describe('what stands in the way of a signature', () => {
  const blockersOf = (changes: Partial<DecisionFacts>) =>
    findingsOf(decisionFacts(changes)).blockers.map(({ code, sentence }) => [code, sentence])
  const facts = decisionFacts()
  const opening = (...blocks: Block[]) => ({ content: { ...facts.content, opening: blocks } })

  it('is nothing where all is decided, written and cited', () => {
    assert.deepEqual(findingsOf(facts), { blockers: [], warnings: [] })
  })

  it('is a case without issues', () => {
    assert.deepEqual(blockersOf({ issues: [] })[0]?.[0], 'noIssue')
  })

  it('is an issue that is not decided', () => {
    const [first, { decision: _, ...second }] = facts.issues as [never, (typeof facts.issues)[number]]
    assert.deepEqual(blockersOf({ issues: [first, second] }), [
      ['issueUndecided', 'Issue 2, “Service connection”, is not decided.'],
    ])
  })

  it('is a decided issue of which the text says nothing', () => {
    const [second] = facts.content.issues
    for (const written of [[], [{ issueId: 'issue_1', content: [says('  ')] }]]) {
      const content = { ...facts.content, issues: [second!, ...written] }
      assert.deepEqual(blockersOf({ content }), [
        ['sectionMissing', 'Issue 1, “Tinnitus”, is decided, but its section of the text is empty.'],
      ])
    }
  })

  it('is a section for an issue that has left the list', () => {
    const issues = [...facts.content.issues, { issueId: 'issue_9', content: [says('Left over.')] }]
    assert.deepEqual(blockersOf({ content: { ...facts.content, issues } }), [
      ['sectionWithoutIssue', 'The text has a section for an issue that is not in the list.'],
    ])
  })

  it('is a citation that does not resolve, once for each place', () => {
    const now = page(31)
    const checks = new Map([
      ...facts.checks,
      [anchorKey(page(12)), { status: 'moved', resolves: false, now }] as const,
    ])
    const { blockers } = findingsOf(decisionFacts({ checks }))
    assert.deepEqual(blockers, [
      {
        code: 'citationBroken',
        sentence: 'The citation of page 12 has moved.',
        anchor: page(12),
        check: { status: 'moved', resolves: false, now },
        issueId: 'issue_1',
      },
    ])
  })

  it('is boilerplate that has left the library, unless the author has edited it', () => {
    const gone = { type: 'boilerplate' as const, id: 'blk_1', entryId: 'gone', version: 1 }
    assert.deepEqual(blockersOf(opening(gone))[0]?.[0], 'boilerplateGone')
    assert.deepEqual(blockersOf(opening({ ...gone, edited: [] })), [])
  })

  it('is boilerplate that names what a decision cannot fill', () => {
    assert.deepEqual(
      blockersOf(opening({ type: 'boilerplate', id: 'blk_1', entryId: 'letter', version: 1 })),
      [
        [
          'boilerplateUnfilled',
          'The boilerplate “A letter” names answerBy, which a decision cannot fill: edit it.',
        ],
      ],
    )
  })
})

describe('what a profile may let pass', () => {
  const facts = decisionFacts()
  const codesOf = (
    changes: Partial<DecisionFacts>,
    workProducts: DecisionFacts['words']['workProducts'] = {},
  ) => {
    const { blockers, warnings } = findingsOf(
      decisionFacts({ words: { ...facts.words, workProducts }, ...changes }),
    )
    return { blockers: blockers.map(({ code }) => code), warnings: warnings.map(({ code }) => code) }
  }
  const [first] = facts.issues
  const unsupported = {
    issues: [{ ...first!, evidence: [] }],
    content: { ...facts.content, issues: [{ issueId: 'issue_1', content: [says('Granted.')] }] },
  }

  it('is an issue that cites no evidence', () => {
    const [blocker] = findingsOf(decisionFacts(unsupported)).blockers
    assert.match(blocker?.sentence ?? '', /^Issue 1, “Tinnitus”, cites no evidence: cite a page for it/)
    assert.deepEqual(codesOf(unsupported), { blockers: ['issueWithoutEvidence'], warnings: [] })
    assert.deepEqual(codesOf(unsupported, { withoutEvidence: 'warned' }), {
      blockers: [],
      warnings: ['issueWithoutEvidence'],
    })
  })

  it('is what a disposition needs no evidence for', () => {
    const dispositions = [{ name: 'allowed', label: 'Allowed', needsEvidence: false }]
    const words = { ...facts.words, dispositions }
    assert.deepEqual(codesOf({ ...unsupported, words }), { blockers: [], warnings: [] })
  })

  it('is a decision that nobody is sent', () => {
    const witness = facts.parties.filter(({ role }) => role === 'witness')
    assert.deepEqual(codesOf({ parties: witness }), { blockers: ['noRecipient'], warnings: [] })
    assert.deepEqual(codesOf({ parties: [] }, { withoutRecipient: 'warned' }), {
      blockers: [],
      warnings: ['noRecipient'],
    })
  })

  it('is a proposal that is open', () => {
    assert.deepEqual(codesOf({ openProposals: 0 }), { blockers: [], warnings: [] })
    assert.deepEqual(codesOf({ openProposals: 1 }), { blockers: ['proposalsOpen'], warnings: [] })
    assert.deepEqual(codesOf({ openProposals: 2 }, { openProposals: 'warned' }), {
      blockers: [],
      warnings: ['proposalsOpen'],
    })
  })

  describe('is a citation of what a recipient may not see', () => {
    const person = { firstName: 'Carl', lastName: 'Opponent' }
    const parties: DecisionFacts['parties'] = [
      ...facts.parties,
      { id: 'party_opp', role: 'appellant', person },
    ]
    const forSides = (...partyIds: string[]) => new Map([['doc_exam', new Set(partyIds)]])

    it('such as a letter to the other side, or what is for staff', () => {
      const { blockers } = findingsOf(decisionFacts({ parties, readers: forSides('party_ada') }))
      assert.deepEqual(
        blockers.map(({ anchor: _, ...blocker }) => blocker),
        [
          {
            code: 'citationUnseen',
            sentence:
              'The citation of page 11 is of “Examination”, which Carl Opponent may not see but would read of in the decision: cite what every recipient may see.',
            documentIds: ['doc_exam'],
            partyId: 'party_opp',
            issueId: 'issue_1',
          },
        ],
      )
      const readers = forSides()
      assert.deepEqual(codesOf({ readers }), { blockers: ['citationUnseen'], warnings: [] })
      assert.deepEqual(codesOf({ readers }, { citingUnseen: 'warned' }), {
        blockers: [],
        warnings: ['citationUnseen'],
      })
    })

    it('and not one of what all of them may: the party, or who speaks for them', () => {
      for (const readers of [forSides('party_ada'), forSides('party_rep')])
        assert.deepEqual(codesOf({ readers }), { blockers: [], warnings: [] })
      const readers = forSides('party_rep', 'party_opp')
      assert.deepEqual(codesOf({ parties, readers }), { blockers: [], warnings: [] })
      const [ada, ...others] = parties
      const alone = { ...ada!, representation: { ...ada!.representation!, isInForce: false } }
      assert.deepEqual(codesOf({ parties: [alone, ...others], readers }).blockers, ['citationUnseen'])
    })
  })

  it('is no evidence for what was dismissed or withdrawn, in the default profile', () => {
    const free = defaultProfile.dispositions.filter(({ needsEvidence }) => needsEvidence === false)
    assert.deepEqual(
      free.map(({ name }) => name),
      ['dismissedDeath', 'dismissedMatterOfLaw', 'withdrawn'],
    )
  })
})

describe('what a signer is warned of', () => {
  const warningsOf = (changes: Partial<DecisionFacts>) =>
    findingsOf(decisionFacts(changes)).warnings.map(({ code, sentence }) => [code, sentence])
  const facts = decisionFacts()

  it('is a quote on a page whose text is not read yet', () => {
    const checks = new Map([
      ...facts.checks,
      [anchorKey(page(13)), { status: 'unread', resolves: true }] as const,
    ])
    assert.deepEqual(warningsOf({ checks })[0]?.[0], 'citationUnread')
    assert.equal(packageOf(decisionFacts({ checks })).citations[2]?.status, 'unread')
  })

  it('is documents that came since drafting began, and documents that nobody has read', () => {
    const [exam] = facts.documents
    const late = {
      ...exam!,
      documentId: 'doc_late',
      name: 'Brief',
      filedMs: Date.parse('2026-11-02T00:00:00.000Z'),
      readBy: [],
    }
    const { warnings } = findingsOf(
      decisionFacts({ documents: [exam!, late, { ...late, documentId: 'doc_later' }] }),
    )
    assert.deepEqual(warnings, [
      {
        code: 'documentsArrived',
        sentence: 'The document “Brief” and 1 more were added or changed since drafting began.',
        documentIds: ['doc_late', 'doc_later'],
      },
      {
        code: 'documentsUnread',
        sentence: 'The document “Brief” and 1 more have not been marked read by anybody.',
        documentIds: ['doc_late', 'doc_later'],
      },
    ])
  })

  it('is boilerplate that changed since the author saw it', () => {
    const content = {
      ...facts.content,
      closing: [{ type: 'boilerplate' as const, id: 'blk_1', entryId: 'law', version: 1 }],
    }
    assert.deepEqual(warningsOf({ content }), [
      ['boilerplateChanged', 'The boilerplate “The law” is now at version 2; the author saw 1.'],
    ])
  })

  it('is comments that are open', () => {
    assert.deepEqual(warningsOf({ openComments: 2 }), [['commentsOpen', '2 comments are open.']])
  })

  it('is a decision that goes to somebody who has died, or whose representative is unknown', () => {
    const [ada] = facts.parties
    const died = { ...ada!, person: { ...ada!.person!, deathDate: '2026-11-03' } }
    assert.deepEqual(warningsOf({ parties: [died] }), [
      ['recipientDeceased', 'Ada K. Byron has died, but is a recipient of the decision.'],
      ['representativeUnknown', 'Who represents Ada K. Byron is not recorded on the case.'],
    ])
  })
})
