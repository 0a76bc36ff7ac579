import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defaultProfile } from '../../profile/default.ts'
import { seeded } from '../../synth/random.ts'
import { caseInWork, opening } from '../../test/case-in-work.ts'
import { tryOne } from '../../test/random-work.ts'
import { caseFile } from '../file/case-file.ts'
import { aboutOf } from './about.ts'
import { taskTypeOf } from './draft.ts'
import { isPending, type WorkState } from './state.ts'

const profile = defaultProfile
const reviewed = { ...profile, workProducts: { release: 'afterQualityReview' as const } }
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
      const one = caseInWork({ profile: run % 2 ? profile : reviewed })
      one.run(caseFile, opening)
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
      'seal',
      'recall',
      'receiptDelivery',
      'failDelivery',
      'reportEffectuation',
      'endSession',
      'routeMail',
    ]) {
      assert.ok((seen.get(needed) ?? 0) > 5, `${needed} was taken ${seen.get(needed) ?? 0} times`)
    }
  })
})
