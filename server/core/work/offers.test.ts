import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defaultProfile } from '../../profile/default.ts'
import { type Random, seeded } from '../../synth/random.ts'
import { type CaseInWork, caseInWork, opening } from '../../test/case-in-work.ts'
import { tryOne } from '../../test/random-work.ts'
import { caseFile } from '../file/case-file.ts'
import { type TaskAction, taskActions, type Worker } from './actions.ts'
import { taskTypeOf } from './draft.ts'
import { dependsOnCase, offersOn } from './offers.ts'
import type { OpenTask } from './state.ts'
import { type WorkCommand, work } from './work.ts'

const caseId = 'case_1'
const profile = defaultProfile

/** Each role, as somebody who has tasks themselves, as one of all teams, and as neither. */
const workers: Worker[] = profile.roles.flatMap(({ name }) => [
  { id: 'mem_alice', roles: [name], teams: [] },
  { id: 'mem_else', roles: [name], teams: profile.teams.map((team) => team.name) },
  { id: 'mem_else', roles: [name], teams: [] },
])

const third = { kind: 'person' as const, id: 'mem_third', name: 'third' }

/** Needs a reason wherever somebody else has the task. */
const supervisor: Worker = { id: 'mem_else', roles: ['caseSupport'], teams: [] }

describe('what is offered on a task', () => {
  it('is accepted, whatever state the case is in and whoever asks; and what is not offered is refused', () => {
    const seen = {
      offered: new Map<string, number>(),
      refused: new Map<string, number>(),
      withheld: 0,
      overridden: 0,
    }
    for (let run = 0; run < 16; run++) {
      const random = seeded('offers', run)
      const one = caseInWork()
      one.run(caseFile, opening)
      for (let step = 0; step < 60; step++) {
        tryOne(one, random, `${run}-${step}`)
        // What is owed withholds outcomes, and is rarely seen.
        if (step % 6 !== 0 && one.state.owed.length === 0) continue
        for (const worker of [pick(random), pick(random), supervisor]) {
          for (const task of one.state.tasks) compare(one, task, worker, seen)
        }
      }
    }
    for (const action of taskActions) {
      assert.ok(
        (seen.offered.get(action) ?? 0) > 5,
        `${action} was offered ${seen.offered.get(action)} times`,
      )
      assert.ok(
        (seen.refused.get(action) ?? 0) > 5,
        `${action} was refused ${seen.refused.get(action)} times`,
      )
    }
    assert.ok(seen.overridden > 5, `a reason was needed ${seen.overridden} times`)
    assert.ok(seen.withheld > 5, `an outcome was withheld ${seen.withheld} times`)
  })

  it('depends on the rest of the case where a type owes receipts, asks for what it is for, closes the case, or opens what there is one of', () => {
    const depending = profile.taskTypes.filter(({ name }) => dependsOnCase(name, 'appeal', profile))
    assert.deepEqual(
      depending.filter(({ completesWhen }) => !completesWhen).map(({ name }) => name),
      ['caseReview', 'retraction', 'sessionPending', 'withdrawal'],
    )
    const asking = profile.taskTypes.filter(({ completesWhen }) => completesWhen)
    assert.ok(asking.length > 10 && asking.every((type) => depending.includes(type)))
  })
})

const pick = (random: Random): Worker => workers[Math.floor(random.next() * workers.length)] as Worker

type Seen = {
  offered: Map<string, number>
  refused: Map<string, number>
  withheld: number
  overridden: number
}

function compare(one: CaseInWork, task: OpenTask, worker: Worker, seen: Seen) {
  const { state, at } = one
  const offers = offersOn(task, { caseId, state, worker, at, profile })
  const { outcomes = [], children = [] } = taskTypeOf({ profile }, task.type) ?? {}
  const where = `${task.type} ${task.status} as ${worker.roles} of ${worker.teams.length} teams`
  const attempt = (command: object) => {
    const actor = { id: worker.id, name: worker.id, kind: 'person' as const }
    const caller = { roles: worker.roles, teams: worker.teams }
    return one.accepts(work, { caseId, ...command } as WorkCommand, { actor, caller })
  }
  const note = (map: Map<string, number>, action: string) => map.set(action, (map.get(action) ?? 0) + 1)
  const expect = (action: TaskAction, isOffered: boolean, command: object) => {
    const refusal = attempt(command)
    if (isOffered)
      assert.equal(refusal, undefined, `${action} is offered on ${where}, and refused: ${refusal}`)
    else assert.notEqual(refusal, undefined, `${action} is not offered on ${where}, and accepted`)
    note(isOffered ? seen.offered : seen.refused, action)
  }
  const of = { taskId: task.id }
  const person = { kind: 'person' as const, id: worker.id, name: worker.id }
  const least = taskTypeOf({ profile }, task.type)?.holdDays?.least ?? 1
  const until = new Date(at.getTime() + least * 86_400_000).toISOString()
  const plain: [TaskAction, object][] = [
    ['start', { type: 'startTask', ...of }],
    ['assign', { type: 'assignTask', ...of, assignee: third, why: 'So.' }],
    ['hold', { type: 'holdTask', ...of, until, why: 'So.', timerId: 'timer_trial' }],
    ['resume', { type: 'resumeTask', ...of }],
    ['cancel', { type: 'cancelTask', ...of, why: 'So.' }],
    ['instruct', { type: 'instructTask', ...of, text: 'So.' }],
  ]
  for (const [action, command] of plain) expect(action, offers.may.includes(action), command)
  const answered = offers.asksScope ? { changes: { scope: 'none', why: 'So.' } } : {}
  const complete = { type: 'completeTask', ...of, note: 'So.', person, ...answered }
  const isPlain = offers.may.includes('complete')
  const isAtAll = isPlain || offers.override.includes('complete')
  if (isAtAll && !isPlain) seen.overridden++
  const withReason = { ...complete, override: 'So.' }
  if (outcomes.length === 0) {
    expect('complete', isPlain, complete)
    expect('complete', isAtAll, withReason)
  }
  for (const { name: outcome } of outcomes) {
    const isOffered = offers.outcomes.includes(outcome)
    if (!isOffered && isAtAll) seen.withheld++
    expect('complete', isOffered && isPlain, { ...complete, outcome })
    expect('complete', isOffered, { ...withReason, outcome })
  }
  for (const taskType of children) {
    const command = { type: 'openTask', parentId: task.id, taskType, newTaskId: 'task_trial' }
    expect('openChild', offers.opens.includes(taskType), command)
  }
}
