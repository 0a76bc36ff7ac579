import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Anchor } from '@portico/contract/anchors'
import fc from 'fast-check'
import { alice, bob, callBy, given, recorded } from '../../test/given.ts'
import { sized } from '../../test/size.ts'
import { issues } from '../issue/issue.ts'
import { type Fact, fold, Refusal } from '../kernel/decider.ts'
import { type RemandCommand, remands } from './remand.ts'
import { remandsAway, remandsToDecide } from './remand-state.ts'

const caseId = 'case_1'
const event = { id: 'evt_1', at: '2026-11-01T12:00:00.000Z' }
const anchor: Anchor = { documentId: 'doc_1', version: 1, sha256: 'ab'.repeat(32), page: 3 }
const reasons = [{ reason: 'noOpinion', timing: 'beforeCertification' }]

const added = (issueId: string, benefitType: string, position: number): Fact => ({
  type: 'issue.added',
  subject: issueId,
  data: { issueId, issueType: 'other', benefitType, position },
})
const decided = (issueId: string, disposition: string): Fact => ({
  type: 'issue.decided',
  subject: issueId,
  data: { issueId, disposition, reasons: disposition === 'remanded' ? reasons : [] },
})
const signed = (workProductId: string, dispositions: [string, string][]): Fact[] => [
  {
    type: 'workProduct.signed',
    subject: workProductId,
    data: {
      workProductId,
      version: 1,
      contentSha256: 'cd'.repeat(32),
      packageSha256: 'ef'.repeat(32),
      dispositions: dispositions.map(([issueId, disposition]) => ({ issueId, disposition, reasons: [] })),
      recipients: [],
      warnings: [],
    },
  },
  {
    type: 'workProduct.released',
    subject: workProductId,
    data: { workProductId, packageSha256: 'ef'.repeat(32) },
  },
]
const decision = [
  added('issue_1', 'compensation', 0),
  added('issue_2', 'healthCare', 1),
  added('issue_3', 'compensation', 2),
  decided('issue_1', 'remanded'),
  decided('issue_2', 'remanded'),
  decided('issue_3', 'denied'),
  ...signed('product_1', [
    ['issue_1', 'remanded'],
    ['issue_2', 'remanded'],
    ['issue_3', 'denied'],
  ]),
]
const sendBack = { type: 'sendBack' as const, caseId, event }
const decide = (facts: readonly Fact[], command: RemandCommand) =>
  remands.decide(command, fold(remands, recorded([...facts])), callBy(alice))
const sent = decide(decision, sendBack)
const [first, second] = sent.map(({ subject }) => subject) as [string, string]
const away = [...decision, ...sent]

describe('a remand', () => {
  it('goes to each place that does the work, with an instruction for each reason, and once', () => {
    assert.deepEqual(
      sent.map(
        ({ type, data }) => type === 'remand.sentBack' && [data.to.name, data.issueIds, data.adjudicator],
      ),
      [
        ['agencyOfOriginalJurisdiction', ['issue_1'], alice],
        ['healthAdministration', ['issue_2'], alice],
      ],
    )
    assert.ok(sent.every(({ type, data }) => type === 'remand.sentBack' && data.instructions.length === 1))
    given(remands, recorded(away)).when(sendBack).then([])
  })

  it('is returned once, with evidence or a reason, and to the docket if whoever signed may not have it', () => {
    const takeBack = { type: 'takeBack' as const, caseId, remandId: first }
    given(remands, recorded(away))
      .when(takeBack)
      .thenRefused('invalid', /documentIds must name the evidence/)
    given(remands, recorded(away))
      .when({ ...takeBack, why: 'So.', receivedOn: '2026-11-02' })
      .thenRefused(
        'invalid',
        /^The date of return must not be after today, November 1, 2026: it is November 2, 2026/,
      )
    given(remands, recorded(away))
      .when({ ...takeBack, why: 'So.', receivedOn: '1999-05-04' })
      .thenRefused('invalid', /must not be before the remand was sent, [^.]+: it is May 4, 1999/)
    given(remands, recorded(away))
      .when({ ...takeBack, remandId: 'remand_9', why: 'So.' })
      .thenRefused('notFound', /no such remand/)
    const barred = decide(away, { ...takeBack, why: 'So.', adjudicator: { cannot: 'alice has left.' } })
    assert.deepEqual(
      barred.map(({ data }) => data && 'goesTo' in data && [data.goesTo, data.goesToWhy]),
      [['docket', 'alice has left.']],
    )
    const back = decide(away, { ...takeBack, documentIds: ['doc_1'] })
    assert.deepEqual(
      back.map(({ data }) => data && 'goesTo' in data && [data.goesTo, data.adjudicator]),
      [['signer', alice]],
    )
    given(remands, recorded([...away, ...back]))
      .when({ ...takeBack, why: 'So.' })
      .thenRefused('conflict', /already returned/)
  })

  it('has instructions that are judged once its work is here, and no more once a decision has dealt with it', () => {
    const instructionId = 'issue_1-1'
    const judge = { type: 'judgeInstruction' as const, caseId, remandId: first, instructionId }
    given(remands, recorded(away))
      .when({ ...judge, result: 'satisfied' })
      .thenRefused('stateForbids', /has not returned/)
    const back = [...away, ...decide(away, { type: 'takeBack', caseId, remandId: first, why: 'So.' })]
    given(remands, recorded(back))
      .when({ ...judge, result: 'notSatisfied' })
      .thenRefused('invalid', /why must be given if result is notSatisfied/)
    const answer = { type: 'answerInstruction' as const, caseId, remandId: first, instructionId, anchor }
    const answered = [...back, ...decide(back, { ...answer, answerId: 'cite_1' })]
    given(remands, recorded(answered))
      .when({ ...answer, answerId: 'cite_2' })
      .then([])
    const again = [
      ...answered,
      decided('issue_1', 'allowed'),
      ...signed('product_2', [['issue_1', 'allowed']]),
    ]
    given(remands, recorded(again))
      .when({ ...judge, result: 'satisfied' })
      .thenRefused('stateForbids', /has dealt with this instruction/)
  })

  it('has the instructions of issues that a decision left open judged still, until another decides these', () => {
    const two = [added('issue_1', 'compensation', 0), added('issue_2', 'compensation', 1)]
    const sentBack = [
      ...two,
      ...[decided('issue_1', 'remanded'), decided('issue_2', 'remanded')],
      ...signed('product_1', [
        ['issue_1', 'remanded'],
        ['issue_2', 'remanded'],
      ]),
    ]
    const before = [...two, ...decide(sentBack, sendBack)]
    const remandId = before.at(-1)?.subject ?? ''
    const back = [...before, ...decide(before, { type: 'takeBack', caseId, remandId, why: 'Done.' })]
    const judge = (issueId: string) => {
      const of = { remandId, instructionId: `${issueId}-1` }
      return { type: 'judgeInstruction' as const, caseId, ...of, result: 'satisfied' as const }
    }
    const one = [...back, ...signed('product_2', [['issue_1', 'allowed']])]
    given(remands, recorded(one))
      .when(judge('issue_1'))
      .thenRefused('stateForbids', /has dealt with this instruction/)
    assert.equal(decide(one, judge('issue_2')).length, 1)
    const asked = (facts: readonly Fact[]) =>
      remandsToDecide(fold(remands, recorded([...facts])), {
        id: 'product_9',
        issues: [{ id: 'issue_2' }],
      }).map(({ issueIds, instructions }) => [issueIds, instructions.map(({ id }) => id)])
    assert.deepEqual(asked(one), [[['issue_2'], ['issue_2-1']]])

    const all = [...one, ...signed('product_3', [['issue_2', 'denied']])]
    given(remands, recorded(all))
      .when(judge('issue_2'))
      .thenRefused('stateForbids', /has dealt with this instruction/)
    assert.deepEqual(asked(all), [])
    const recalled: Fact = {
      type: 'workProduct.recalled',
      subject: 'product_3',
      data: {
        workProductId: 'product_3',
        packageSha256: 'ef'.repeat(32),
        wasReleased: true,
        why: 'It was wrong.',
      },
    }
    const [remand] = fold(remands, recorded([...all, recalled])).remands
    assert.equal(remand?.decidedIn, 'product_2')
    assert.equal(decide([...all, recalled], judge('issue_2')).length, 1)
    assert.throws(() => decide([...all, recalled], judge('issue_1')), Refusal)
  })

  it('ends with the recall of its decision, and another one does not touch it', () => {
    const recalled = (workProductId: string) =>
      decide(away, { type: 'endRemands', caseId, how: 'recalled', workProductId, why: 'So.' })
    assert.deepEqual(recalled('product_9'), [])
    assert.deepEqual(
      recalled('product_1').map(({ subject }) => subject),
      [first, second],
    )
  })

  it('of a court needs its mandate, and no issue that is away', () => {
    const court = {
      ...{ type: 'receiveFromCourt' as const, caseId, remandId: 'remand_c', documentId: 'doc_7' },
      ...{
        mandateOn: '2026-10-05',
        issueIds: ['issue_3'],
        instructions: [{ text: 'Discuss it.' }],
        why: 'So.',
      },
    }
    given(remands, recorded(away))
      .when({ ...court, documentType: 'brief' })
      .thenRefused('stateForbids', /Court mandate/)
    given(remands, recorded(away))
      .when({ ...court, documentType: 'courtMandate', issueIds: ['issue_1'] })
      .thenRefused('stateForbids', /is on a remand of the board/)
    const received = decide(away, { ...court, documentType: 'courtMandate' })
    const state = fold(issues, recorded([...away, ...received]))
    assert.deepEqual(
      [state.issues.issue_3?.decision, state.issues.issue_3?.signedIn],
      [null, null],
      'it is to be decided anew',
    )
  })

  it('never has an issue away that can be decided, nor one that is away twice, whatever comes', () => {
    const remandIds = [first, second, 'remand_c']
    const ids = fc.constantFrom('issue_1', 'issue_2', 'issue_3')
    const command: fc.Arbitrary<RemandCommand> = fc.oneof(
      fc.record({
        type: fc.constant('takeBack' as const),
        caseId: fc.constant(caseId),
        remandId: fc.constantFrom(...remandIds),
        why: fc.constant('So.'),
      }),
      fc.record({
        type: fc.constant('reportProgress' as const),
        caseId: fc.constant(caseId),
        remandId: fc.constantFrom(...remandIds),
        status: fc.constantFrom('acknowledged' as const, 'workDone' as const),
      }),
      fc.record({
        type: fc.constant('receiveFromCourt' as const),
        caseId: fc.constant(caseId),
        remandId: fc.constant('remand_c'),
        documentId: fc.constantFrom('doc_7', 'doc_8'),
        documentType: fc.constant('courtMandate'),
        mandateOn: fc.constant('2026-10-05'),
        issueIds: fc.uniqueArray(ids, { minLength: 1 }),
        instructions: fc.constant<{ text: string }[]>([{ text: 'Discuss it.' }]),
        why: fc.constant('So.'),
      }),
      fc.constant({ type: 'endRemands' as const, caseId, how: 'closed' as const, why: 'So.' }),
      fc.record({
        type: fc.constant('resumeRemands' as const),
        caseId: fc.constant(caseId),
        remands: fc.constant<{ remandId: string; issueIds: string[] }[]>([
          { remandId: first, issueIds: ['issue_1'] },
        ]),
        why: fc.constant('So.'),
      }),
      fc.constant({ type: 'endEmpty' as const, caseId }),
      fc.constant(sendBack),
    )
    fc.assert(
      fc.property(fc.array(command, { maxLength: 25 }), (commands) => {
        let facts = [...away]
        for (const command of commands) {
          try {
            facts = [...facts, ...decide(facts, command)]
          } catch (error) {
            if (!(error instanceof Refusal)) throw error
          }
          const state = fold(remands, recorded(facts))
          const gone = remandsAway(state).flatMap(({ issueIds }) => issueIds)
          assert.equal(new Set(gone).size, gone.length, 'an issue is away once')
          const list = fold(issues, recorded(facts))
          for (const issueId of gone) {
            assert.notEqual(list.issues[issueId]?.awayOn, undefined)
            const deciding = { type: 'decideIssue' as const, caseId, issueId, disposition: 'allowed' }
            assert.throws(() => issues.decide(deciding, list, callBy(bob)), Refusal)
          }
          for (const [issueId, { awayOn }] of Object.entries(list.issues))
            assert.equal(awayOn !== undefined, gone.includes(issueId), issueId)
        }
      }),
      { numRuns: sized(100) },
    )
  })
})
