import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import type { Assignee } from '@portico/contract/tasks'
import { type CaseInWork, caseInWork, opening } from '../../test/case-in-work.ts'
import { alice, bob, callBy } from '../../test/given.ts'
import { caseFile } from '../file/case-file.ts'
import { fold, type Recorded, Refusal } from '../kernel/decider.ts'
import { work } from '../work/work.ts'
import type { IssueCommand } from './commands.ts'
import { issueOffers } from './deciders.ts'
import { issues } from './issue.ts'

const caseId = 'case_1'
const issueId = 'issue_1'
const anchor = { documentId: 'doc_1', version: 1, sha256: 'a'.repeat(64), page: 7 }
const judge = { kind: 'person' as const, id: alice.id, name: alice.name }
const writer = { kind: 'person' as const, id: bob.id, name: bob.name }
const by = (name: string, role: string, teams: string[] = []) => ({
  actor: { id: `mem_${name}`, name, kind: 'person' as const },
  caller: { roles: [role], teams },
})
type Member = ReturnType<typeof by>
const asJudge = by('alice', 'adjudicator')
const asOtherJudge = by('jules', 'adjudicator', ['adjudicators'])
const asDrafter = by('bob', 'drafter', ['drafters'])
const asOtherDrafter = by('dan', 'drafter', ['drafters'])
const asSupport = by('sam', 'caseSupport', ['caseSupport'])
const asChief = by('chief', 'administrator')

const decide: IssueCommand = { type: 'decideIssue', caseId, issueId, disposition: 'allowed' }
const deny: IssueCommand = { ...decide, disposition: 'denied' }
const undecide: IssueCommand = { type: 'undecideIssue', caseId, issueId }
const cite: IssueCommand = { type: 'cite', caseId, issueId, citationId: 'cite_1', anchor }
const uncite: IssueCommand = { type: 'uncite', caseId, issueId, citationId: 'cite_1' }
const edit: IssueCommand = { type: 'editIssue', caseId, issueId, changes: { scope: 'less' } }

/** A case of which alice holds the review and bob the drafting, once they have it. */
describe('who decides the issues of a case', () => {
  let one: CaseInWork
  beforeEach(() => {
    one = caseInWork()
    one.run(caseFile, opening)
    one.run(issues, { type: 'addIssue', caseId, issueId, issueType: 'serviceConnection' })
    one.run(work, { type: 'docket', caseId, docket: 'directReview', findings: [], mayOverride: false })
  })
  const task = (type: string) => one.state.tasks.find((task) => task.type === type)?.id ?? ''
  const complete = (type: string, outcome: string, person?: Assignee) =>
    one.run(work, { type: 'completeTask', caseId, taskId: task(type), outcome, ...(person && { person }) })
  const give = (type: string, assignee: Assignee) =>
    one.run(work, { type: 'assignTask', caseId, taskId: task(type), assignee })
  const toDrafting = () => {
    complete('distribution', 'distributed', judge)
    complete('assignment', 'assigned', writer)
  }
  const toReview = () => {
    toDrafting()
    one.run(work, { type: 'cancelTask', caseId, taskId: task('drafting'), why: 'Written elsewhere.' })
  }
  const does = (command: IssueCommand, who: Member) => one.run(issues, command, who)
  const refuses = (command: IssueCommand, who: Member, sentence: RegExp) =>
    assert.throws(
      () => does(command, who),
      (error) => {
        assert.ok(error instanceof Refusal)
        assert.match(error.message, sentence)
        return error.code === 'forbidden'
      },
    )
  const offered = ({ actor, caller }: Member) => {
    const { tasks } = fold(issues, one.events as Recorded[])
    const allowed = ['decideIssues', 'citeEvidence', 'editIssues'] as const
    return issueOffers({ tasks, context: { ...callBy(actor), caller } }, allowed)
  }
  const free = ['decide', 'cite', 'editDecided']

  it('is everyone with the right, before anybody has the case in hand', () => {
    does(decide, asOtherDrafter)
    does(undecide, asOtherJudge)
    assert.deepEqual(offered(asOtherDrafter), { may: free, override: [], heldBy: null })
  })

  it('is the drafter and the reviewer while it is written, and nobody beside them without a reason', () => {
    toDrafting()
    for (const command of [decide, cite])
      refuses(
        command,
        asOtherDrafter,
        /^“Drafting” is held by bob: only those who write or review the decision can (decide|cite evidence for) the issue, or a supervisor of the task who gives a reason in override \(Adjudicator, Case support, Administrator\)\.$/,
      )
    refuses({ ...decide, override: 'I know better.' }, asOtherDrafter, /only those who write or review/)
    does(cite, asDrafter)
    does(decide, asDrafter)
    does(deny, asJudge)
    for (const command of [decide, undecide, uncite, edit]) {
      refuses(command, asOtherDrafter, /^“Drafting” is held by bob: only those who write or review/)
      refuses(command, asOtherJudge, /^“Drafting” is held by bob: to .* in their place, give a reason/)
    }
    assert.deepEqual(offered(asOtherDrafter), { may: [], override: [], heldBy: writer })
    assert.deepEqual(offered(asDrafter), { may: free, override: [], heldBy: writer })
    assert.deepEqual(offered(asJudge).may, free)
    assert.deepEqual(offered(asOtherJudge), { may: [], override: free, heldBy: writer })
  })

  it('is a supervisor too, with a reason that is recorded beside what was done', () => {
    toDrafting()
    const override = ' Bob is ill. '
    const said = { issueId, type: 'drafting', taskId: task('drafting'), holder: writer, why: 'Bob is ill.' }
    for (const [action, command] of [
      ['cite', { ...cite, override }],
      ['decide', { ...decide, override }],
      ['edit', { ...edit, override }],
      ['undecide', { ...undecide, override }],
      ['uncite', { ...uncite, override }],
    ] as const) {
      const events = does(command, asOtherJudge)
      const used = events.find(({ type }) => type === 'issue.overrideUsed')
      assert.deepEqual(used?.data, { ...said, action })
    }
  })

  it('needs no reason for what changes nothing', () => {
    toDrafting()
    assert.deepEqual(does(undecide, asOtherDrafter), [])
    does(decide, asDrafter)
    assert.deepEqual(does(decide, asOtherDrafter), [])
  })

  it('does not keep others from the list: an issue that is undecided is edited, split and removed by whoever may', () => {
    toDrafting()
    does(edit, asSupport)
    does({ type: 'addIssue', caseId, issueId: 'issue_2', issueType: 'serviceConnection' }, asSupport)
    does({ type: 'removeIssue', caseId, issueId: 'issue_2', how: 'withdrawn', why: 'By letter.' }, asSupport)
    does(decide, asDrafter)
    refuses({ ...edit, changes: { scope: 'more' } }, asSupport, /to edit an issue that is decided in their/)
    does({ ...edit, changes: { scope: 'more' }, override: 'The letter says so.' }, asSupport)
  })

  it('is the reviewer alone once it is in review', () => {
    toReview()
    refuses(decide, asDrafter, /^“Adjudicator review” is held by alice: only those who write or review/)
    refuses({ ...decide, override: 'Quicker.' }, asOtherJudge, /\(Case support, Administrator\)\.$/)
    refuses(decide, asChief, /^“Adjudicator review” is held by alice: to decide the issue in their place/)
    does({ ...decide, override: 'She is away.' }, asChief)
    does(deny, asJudge)
    assert.deepEqual(offered(asOtherJudge), { may: [], override: [], heldBy: judge })
  })

  it('follows the task that is handed on, at once', () => {
    toDrafting()
    does(decide, asDrafter)
    give('drafting', { kind: 'person', id: asOtherDrafter.actor.id, name: 'dan' })
    refuses(undecide, asDrafter, /^“Drafting” is held by dan/)
    does(undecide, asOtherDrafter)
  })

  it('is a team while drafting waits with it, and its supervisors with a reason while a person has the review', () => {
    toDrafting()
    give('drafting', { kind: 'team', id: 'drafters', name: 'Drafters' })
    refuses(decide, asOtherJudge, /^“Adjudicator review” is held by alice: to decide the issue in their/)
    does(decide, asOtherDrafter)
    give('review', { kind: 'team', id: 'adjudicators', name: 'Adjudicators' })
    does(undecide, asChief)
    does(decide, asOtherJudge)
  })

  it('is the same while the task is on hold', () => {
    toDrafting()
    const until = new Date(one.at.getTime() + 10 * 86_400_000).toISOString()
    one.run(work, {
      type: 'holdTask',
      caseId,
      taskId: task('drafting'),
      until,
      why: 'Records.',
      timerId: 'timer_1',
    })
    refuses(decide, asOtherDrafter, /^“Drafting” is held by bob/)
    does(decide, asDrafter)
  })

  it('is the service itself, whoever holds the case', () => {
    toDrafting()
    does(decide, asDrafter)
    one.run(issues, { type: 'withdrawIssues', caseId, why: 'The appeal is withdrawn.' })
    assert.equal(fold(issues, one.events as Recorded[]).issues[issueId]?.left, 'withdrawn')
  })
})
