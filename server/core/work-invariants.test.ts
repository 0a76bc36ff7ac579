import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defaultProfile } from '../profile/default.ts'
import { type Random, seeded } from '../synth/random.ts'
import { type CaseInWork, caseInWork, isRefusal } from '../test/case-in-work.ts'
import { alice, bob } from '../test/given.ts'
import { caseFile } from './case-file.ts'
import { deliveries } from './delivery.ts'
import type { Fact } from './kernel.ts'
import { session } from './session.ts'
import { aboutOf } from './work/about.ts'
import { taskTypeOf } from './work/draft.ts'
import { isPending, type WorkState } from './work/state.ts'
import { type WorkCommand, work } from './work.ts'
import { workProducts } from './work-product.ts'

const caseId = 'case_1'
const profile = defaultProfile
const typeOf = (name: string) => taskTypeOf({ profile }, name)

/** What is never false of the work on a case, as sentences about where it is. */
function broken(state: WorkState): string[] {
  const { tasks, rootId, isClosed, timers, owed, sessions, standing } = state
  const byId = new Map(tasks.map((task) => [task.id, task]))
  const faults: string[] = []
  for (const { id, type, parentId, about } of tasks) {
    const parent = parentId === undefined ? undefined : byId.get(parentId)
    if (parent && parent.status !== 'onHold')
      faults.push(`2: ${type} is open under ${parent.type}, which is not on hold`)
    if (parentId !== undefined && !parent && !(isClosed && parentId === rootId))
      faults.push(`2: ${type} has no open parent`)
    if (isClosed && !typeOf(type)?.outlivesCase && !outlives(parentId))
      faults.push(`6: ${type} is open on a closed case`)
    const above = parent && aboutOf(state, parent)
    if (about !== undefined && about in sessions && above !== undefined && above !== about)
      faults.push(`${type} about ${about} stands under what is about ${above}`)
    if (type === 'holdSession' && sessions[about ?? ''] !== 'scheduled')
      faults.push(`${type} is open, and its session is ${sessions[about ?? '']}`)
    const twins = tasks.filter((other) => other.type === type && other.about === about && other.id !== id)
    if (about !== undefined && about in sessions && twins.length > 0)
      faults.push(`4: two ${type} about one session`)
  }
  if (standing?.status === 'sessionScheduled' && !Object.values(sessions).includes('scheduled'))
    faults.push('it says that a session is scheduled, and none is')
  const steps = tasks.filter(({ type }) => typeOf(type)?.isExclusive)
  if (steps.length > 1) faults.push(`3: ${steps.map(({ type }) => type)} are open at once`)
  const moves = tasks.some(
    ({ id, status, heldUntil }) => id !== rootId && (status !== 'onHold' || heldUntil !== undefined),
  )
  if (!isClosed && !moves) faults.push('5: nothing is to be done, and there is no date')
  for (const { name, taskId } of timers) {
    if (taskId !== undefined && !byId.has(taskId)) faults.push(`8: ${name} is pending for a closed task`)
  }
  if (isClosed) {
    const pending = Object.entries(sessions).filter(([, status]) => isPending(status))
    for (const [id, status] of pending) faults.push(`6: the session ${id} of a closed case is ${status}`)
    for (const { name, taskId } of timers.filter(({ taskId }) => taskId === undefined))
      faults.push(`8: ${name} is pending on a closed case, for ${taskId}`)
    if (['draft', 'inReview'].includes(state.workProduct?.status ?? ''))
      faults.push('6: a closed case has a draft')
  }
  for (const id of owed) {
    const isCovered = tasks.some(({ type, about }) => about === id || typeOf(type)?.needsReceipts)
    if (!isCovered) faults.push('11: a delivery is owed and nobody has a task for it')
  }
  return faults

  function outlives(parentId: string | undefined): boolean {
    const parent = parentId === undefined ? undefined : byId.get(parentId)
    return parent !== undefined && (typeOf(parent.type)?.outlivesCase || outlives(parent.parentId))
  }
}

describe('the invariants of work', () => {
  it('hold after any sequence of commands by several people, with timers and a clock that jumps', () => {
    const seen = new Map<string, number>()
    for (let run = 0; run < 80; run++) {
      const random = seeded('invariants', run)
      const one = caseInWork()
      one.run(caseFile, {
        type: 'openCase',
        caseId,
        docketNumber: '260302-1',
        caseType: 'appeal',
        veteran: { firstName: 'Ada', lastName: 'Byron' },
        receiptDate: '2026-03-02',
        uploadedAt: '2026-03-02T00:00:00.000Z',
        originalPdfBytes: 0,
        documents: [],
      })
      const path: string[] = []
      for (let step = 0; step < 60; step++) {
        const said = tryOne(one, random, `${run}-${step}`)
        if (said !== undefined) {
          path.push(said)
          seen.set(said, (seen.get(said) ?? 0) + 1)
        }
        assert.deepEqual(broken(one.state), [], `run ${run}: ${path.join(', ')}`)
      }
    }
    // A walk that never got anywhere would prove nothing.
    for (const needed of [
      'docket',
      'completeTask',
      'cancelTask',
      'fireTimer',
      'sign',
      'recall',
      'receiptDelivery',
      'failDelivery',
      'endSession',
      'routeMail',
    ]) {
      assert.ok((seen.get(needed) ?? 0) > 5, `${needed} was taken ${seen.get(needed) ?? 0} times`)
    }
  })
})

/** One command that may fit; what was done, or nothing where it was refused. */
function tryOne(one: CaseInWork, random: Random, name: string): string | undefined {
  const { tasks, timers, sessions, workProduct, owed } = one.state
  const pick = <Item>(items: readonly Item[]): Item | undefined =>
    items[Math.floor(random.next() * items.length)]
  const task = pick(tasks)
  const type = task && typeOf(task.type)
  const actor = random.next() < 0.5 ? alice : bob
  const person = { kind: 'person' as const, id: actor.id, name: actor.name }
  const team = { kind: 'team' as const, id: 'caseSupport', name: 'Case support' }
  const outcome = pick(type?.outcomes ?? [])?.name
  const taskId = task?.id ?? ''
  const child = pick(type?.children ?? [])
  const sessionId = pick(Object.keys(sessions)) ?? ''
  const deliveryId = pick(owed) ?? ''
  const soon = (days: number) => new Date(one.at.getTime() + days * 86_400_000).toISOString()
  const ofWork = (command: object) => () => one.run(work, { caseId, ...command } as WorkCommand, { actor })
  const choices: [string, () => unknown][] = [
    [
      'docket',
      ofWork({ type: 'docket', docket: pick(profile.dockets)?.name, findings: [], mayOverride: true }),
    ],
    ['startTask', ofWork({ type: 'startTask', taskId })],
    ['assignTask', ofWork({ type: 'assignTask', taskId, assignee: random.next() < 0.5 ? person : team })],
    [
      'holdTask',
      ofWork({ type: 'holdTask', taskId, until: soon(5), why: 'Waiting.', timerId: `timer_${name}` }),
    ],
    ['resumeTask', ofWork({ type: 'resumeTask', taskId })],
    ['cancelTask', ofWork({ type: 'cancelTask', taskId, why: 'Because.' })],
    [
      'openTask',
      ofWork({ type: 'openTask', parentId: taskId, taskType: child ?? 'letter', newTaskId: `task_${name}` }),
    ],
    ...Array.from({ length: 4 }, (): [string, () => unknown] => [
      'completeTask',
      ofWork({ type: 'completeTask', taskId, outcome, note: 'So.', person }),
    ]),
    [
      'routeMail',
      ofWork({
        type: 'routeMail',
        mailType: pick(profile.mailTypes)?.name,
        newTaskId: `task_${name}`,
        documentId: pick(['doc_1', 'doc_2']),
      }),
    ],
    ['fireTimer', () => timers.map(({ id }) => one.run(work, { type: 'fireTimer', caseId, timerId: id }))],
    ['passDays', () => one.passDays(Math.floor(random.next() * 60) - 10)],
    [
      'requestSession',
      () => one.run(session, { type: 'requestSession', caseId, sessionId: `session_${name}`, kind: 'video' }),
    ],
    [
      'placeSession',
      () =>
        one.run(session, {
          type: 'placeSession',
          caseId,
          sessionId,
          slot: { startsAt: soon(1), minutes: 60, timeZone: 'UTC' },
        }),
    ],
    [
      'endSession',
      () =>
        one.run(session, {
          type: 'endSession',
          caseId,
          sessionId,
          outcome: pick(['held', 'noShow', 'postponed', 'withdrawn'] as const) ?? 'held',
        }),
    ],
    [
      'sign',
      () =>
        tasks.some(({ type }) => type === 'review') &&
        one.run(saying(signing(`wp_${name}`, random.next() < 0.7)), { type: 'sign', caseId }),
    ],
    [
      'draft',
      () =>
        tasks.some(({ type }) => type === 'drafting') &&
        one.run(workProducts, {
          type: 'draft',
          caseId,
          workProductId: `product_${name}`,
          title: 'Decision',
          contentSha256: 'b'.repeat(64),
          issueIds: [],
        }),
    ],
    [
      'discard',
      () =>
        workProduct?.status === 'draft' &&
        one.run(workProducts, { type: 'discard', caseId, workProductId: workProduct.id, why: 'Anew.' }),
    ],
    [
      'recall',
      () =>
        workProduct?.packageSha256 &&
        workProduct.status !== 'recalled' &&
        one.run(saying(recalling(workProduct.id)), { type: 'recall', caseId }),
    ],
    [
      'receiptDelivery',
      () =>
        one.run(deliveries, {
          type: 'receiptDelivery',
          caseId,
          deliveryId,
          channel: 'mail',
          sentAt: soon(0),
        }),
    ],
    ['failDelivery', () => one.run(deliveries, { type: 'failDelivery', caseId, deliveryId, why: 'Moved.' })],
  ]
  // What exists rarely is tried often, so that the walk gets there.
  const rare = choices.filter(
    ([what]) =>
      (what === 'sign' && tasks.some(({ type }) => type === 'review')) ||
      (owed.length > 0 && what.endsWith('Delivery')) ||
      (what === 'docket' && one.state.docket === null),
  )
  const [what, act] = pick(random.next() < 0.4 && rare.length > 0 ? rare : choices) as [string, () => unknown]
  const before = one.events.length
  try {
    act()
  } catch (error) {
    if (!isRefusal(error)) throw error
    return undefined
  }
  return one.events.length > before ? what : undefined
}

/** A decider that says these facts, for what another aggregate would decide. */
function saying(facts: Fact[]) {
  return {
    name: 'saying',
    stateVersion: 1,
    reads: () => ({ types: [] }),
    initial: null,
    evolve: () => null,
    decide: () => facts,
  }
}

function signing(workProductId: string, isReleased: boolean): Fact[] {
  const ids = { workProductId, packageSha256: 'a'.repeat(64) }
  const signed: Fact = {
    type: 'workProduct.signed',
    subject: workProductId,
    data: {
      ...ids,
      version: 1,
      contentSha256: 'b'.repeat(64),
      dispositions: [],
      recipients: ['party_1', 'party_2'],
      warnings: [],
    },
  }
  return isReleased ? [signed, { type: 'workProduct.released', subject: workProductId, data: ids }] : [signed]
}

function recalling(workProductId: string): Fact[] {
  const data = { workProductId, packageSha256: 'a'.repeat(64), wasReleased: true, why: 'An error.' }
  return [{ type: 'workProduct.recalled', subject: workProductId, data }]
}
