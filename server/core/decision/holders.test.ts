import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import type { Workflow } from '@portico/contract/profile'
import { defaultProfile } from '../../profile/default.ts'
import { type CaseInWork, caseInWork, opening } from '../../test/case-in-work.ts'
import { alice, bob, callBy } from '../../test/given.ts'
import { caseFile } from '../file/case-file.ts'
import { fold, type Recorded, Refusal, type RefusalCode } from '../kernel/decider.ts'
import { work } from '../work/work.ts'
import { productOffers } from './product-offers.ts'
import { type ProductCommand, workProducts } from './work-product.ts'

const caseId = 'case_1'
const of = { caseId, workProductId: 'product_1' }
const text = { contentSha256: 'a'.repeat(64), issueIds: [] }
const prepared = {
  blockers: [],
  shown: 'a',
  packageSha256: 'd'.repeat(64),
  dispositions: [],
  recipients: [],
  warnings: [],
}
const judge = { kind: 'person' as const, id: alice.id, name: alice.name }
const writer = { kind: 'person' as const, id: bob.id, name: bob.name }
const by = (name: string, role: string, teams: string[] = []) => ({
  actor: { id: `mem_${name}`, name, kind: 'person' as const },
  caller: { roles: [role], teams },
})
const asJudge = by('alice', 'adjudicator')
const asOtherJudge = by('jules', 'adjudicator', ['adjudicators'])
const asDrafter = by('bob', 'drafter', ['drafters'])
const asOtherDrafter = by('dan', 'drafter', ['drafters'])
const asQuality = by('quinn', 'qualityReviewer', ['qualityReview'])
const asChief = by('chief', 'administrator')

const draft: ProductCommand = { ...of, type: 'draft', title: 'Decision', ...text }
const save: ProductCommand = {
  ...of,
  type: 'save',
  baseVersion: 1,
  contentSha256: 'b'.repeat(64),
  issueIds: [],
  mayEditInReview: true,
}
const submit: ProductCommand = { ...of, type: 'submit', version: 1 }
const giveBack: ProductCommand = { ...of, type: 'return', version: 1, reasonsSha256: 'c'.repeat(64) }
const discard: ProductCommand = { ...of, type: 'discard', why: 'No.' }
const sign = { ...of, type: 'sign' as const, version: 1, prepared }

const sampledAlways = (workflow: Workflow): Workflow => ({
  ...workflow,
  rules: workflow.rules
    .filter(({ name }) => name !== 'notSampled')
    .map((rule) => (rule.name === 'sampled' ? { ...rule, when: { workProduct: ['signed'] } } : rule)),
})

/** A case of which alice holds the review and bob the drafting. */
describe('who holds a work product', () => {
  let one: CaseInWork
  beforeEach(() => begin())
  const begin = (profile = defaultProfile) => {
    one = caseInWork({ profile })
    one.run(caseFile, opening)
    one.run(work, { type: 'docket', caseId, docket: 'directReview', findings: [], mayOverride: false })
    complete('distribution', 'distributed', judge)
    complete('assignment', 'assigned', writer)
  }
  const task = (type: string) => one.state.tasks.find((task) => task.type === type)
  const complete = (type: string, outcome: string, person?: typeof judge) =>
    one.run(work, {
      type: 'completeTask',
      caseId,
      taskId: task(type)?.id ?? '',
      outcome,
      ...(person ? { person } : {}),
    })
  const does = (command: ProductCommand, who: typeof asJudge) => one.run(workProducts, command, who)
  const refuses = (
    command: ProductCommand,
    who: typeof asJudge,
    sentence: RegExp,
    code: RefusalCode = 'forbidden',
  ) => {
    assert.throws(
      () => does(command, who),
      (error) => {
        assert.ok(error instanceof Refusal)
        assert.match(error.message, sentence)
        return error.code === code
      },
    )
  }
  const offered = ({ actor, caller }: typeof asJudge) => {
    const state = fold(workProducts, one.events as Recorded[])
    const context = { ...callBy(actor), caller }
    const mine = context.profile.roles.filter(({ name }) => caller.roles.includes(name))
    const isAll = mine.some(({ isAdministrator }) => isAdministrator)
    const all = [...Object.values(workProducts.needs ?? {}), 'signForOthers']
    const allowed = (isAll ? all : mine.flatMap(({ may }) => may)) as never[]
    return productOffers(of, state, { context, allowed, caseWork: one.state })
  }

  it('writes and submits it: the drafter, or whoever reviews it, and nobody beside them', () => {
    refuses(draft, asOtherDrafter, /^“Drafting” is held by bob: only they can begin the work product now\.$/)
    does(draft, asDrafter)
    for (const command of [save, discard])
      refuses(command, asOtherDrafter, /^“Drafting” is held by bob: only they can (change|discard)/)
    refuses(
      submit,
      asOtherDrafter,
      /^“Drafting” is held by bob: only they can submit the work product, or a supervisor of the task who gives a reason in override \(Adjudicator, Case support, Administrator\)\.$/,
    )
    const asParty = { ...asOtherDrafter, caller: { ...asOtherDrafter.caller, isParty: true } }
    refuses(save, asParty, /^“Drafting” is held by another person: only they can change/)
    does(save, asJudge)
    assert.deepEqual(offered(asOtherDrafter).may, ['comment'])
    assert.deepEqual(offered(asDrafter), {
      may: ['save', 'comment', 'submit', 'discard'],
      override: [],
      heldBy: writer,
    })
    does({ ...submit, version: 2 }, asDrafter)
    assert.equal(task('drafting'), undefined)
  })

  it('submits it in the place of the drafter with a reason, which is recorded', () => {
    does(draft, asDrafter)
    refuses(
      submit,
      asOtherJudge,
      /^“Drafting” is held by bob: .* in their place, give a reason in override\.$/,
    )
    assert.deepEqual(offered(asOtherJudge).override, ['submit'])
    const taskId = task('drafting')?.id
    const events = does({ ...submit, override: 'Bob is ill.' }, asOtherJudge)
    const used = events.find(({ type }) => type === 'override.used')
    assert.deepEqual(used?.data, {
      action: 'submit',
      taskId,
      type: 'drafting',
      holder: writer,
      workProductId: 'product_1',
      why: 'Bob is ill.',
    })
  })

  it('returns and signs it: the member who has the review, and no other adjudicator', () => {
    does(draft, asDrafter)
    does(submit, asDrafter)
    refuses(giveBack, asOtherJudge, /^“Adjudicator review” is held by alice: only they can return/)
    refuses(save, asOtherJudge, /^“Adjudicator review” is held by alice: only they can change/)
    refuses(
      sign,
      asOtherJudge,
      /^“Adjudicator review” is held by alice: only the member who holds it can sign\. Anyone else needs the action `signForOthers`, and a reason in override\.$/,
    )
    refuses(
      { ...sign, override: 'She is away.', mayOverride: false },
      asOtherJudge,
      /held by alice: only the member/,
    )
    assert.deepEqual(offered(asOtherJudge), { may: ['comment'], override: [], heldBy: judge })
    assert.deepEqual(offered(asJudge).may, ['save', 'comment', 'return', 'discard', 'sign'])
    const events = does(sign, asJudge)
    assert.ok(!events.some(({ type }) => type === 'override.used'))
  })

  it('signs it in her place with the action and a reason, which is recorded', () => {
    does(draft, asDrafter)
    does(submit, asDrafter)
    refuses(
      { ...sign, mayOverride: true },
      asChief,
      /held by alice: to sign in their place, give a reason in override\.$/,
    )
    assert.deepEqual(offered(asChief).override, ['return', 'sign'])
    const taskId = task('review')?.id
    const events = does({ ...sign, mayOverride: true, override: 'She is away.' }, asChief)
    const used = events.find(({ type }) => type === 'override.used')
    assert.deepEqual(used?.data, {
      action: 'sign',
      taskId,
      type: 'review',
      holder: judge,
      workProductId: 'product_1',
      why: 'She is away.',
    })
    assert.equal(
      used?.sequence,
      (events.find(({ type }) => type === 'workProduct.signed')?.sequence ?? 0) + 1,
    )
  })

  it('is nobody while the review waits with a team: one of them takes it before signing', () => {
    does(draft, asDrafter)
    does(submit, asDrafter)
    const assignee = { kind: 'team' as const, id: 'adjudicators', name: 'Adjudicators' }
    one.run(work, { type: 'assignTask', caseId, taskId: task('review')?.id ?? '', assignee })
    refuses(
      sign,
      asOtherJudge,
      /^“Adjudicator review” is held by the team Adjudicators: assign it to yourself before/,
    )
    const me = { kind: 'person' as const, id: 'mem_jules', name: 'jules' }
    one.run(
      work,
      { type: 'assignTask', caseId, taskId: task('review')?.id ?? '', assignee: me },
      asOtherJudge,
    )
    does(sign, asOtherJudge)
  })

  it('is the team while drafting waits with it, and no supervisor without a reason while a person has the review', () => {
    const give = (type: string, id: string) =>
      one.run(work, {
        type: 'assignTask',
        caseId,
        taskId: task(type)?.id ?? '',
        assignee: { kind: 'team', id, name: id },
      })
    give('drafting', 'drafters')
    refuses(draft, asOtherJudge, /^“Drafting” is held by the team drafters: only they can begin/)
    does(draft, asOtherDrafter)
    refuses(save, asOtherJudge, /only they can change/)
    refuses(submit, asOtherJudge, /to submit the work product in their place, give a reason in override/)
    assert.deepEqual(offered(asOtherJudge).override, ['submit'])
    give('review', 'adjudicators')
    does(save, asChief)
    const events = does({ ...submit, version: 2 }, asChief)
    assert.ok(!events.some(({ type }) => type === 'override.used'))
  })

  it('is released by the outcome of an open quality review alone, and nobody is offered to release it past that', () => {
    begin({
      ...defaultProfile,
      workProducts: { release: 'afterQualityReview' },
      workflows: defaultProfile.workflows.map(sampledAlways),
    })
    for (const [command, who] of [
      [draft, asDrafter],
      [submit, asDrafter],
      [sign, asJudge],
    ] as const)
      does(command, who)
    const release: ProductCommand = { ...of, type: 'release' }
    refuses(release, asJudge, /^“Quality review” is held by the team Quality review: only they can release/)
    assert.deepEqual(offered(asJudge).may, ['recall'])
    refuses(
      release,
      asQuality,
      /^“Sealing and release” cannot be opened while “Quality review” is open/,
      'stateForbids',
    )
    assert.deepEqual(offered(asQuality).may, [])
    complete('qualityReview', 'passed')
    assert.equal(one.state.workProduct?.status, 'cleared')
  })
})
