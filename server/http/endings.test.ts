import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { EndingCommand } from '@portico/contract/endings'
import type { Rule } from '@portico/contract/profile'
import { type RouteName, routes } from '@portico/contract/table'
import { defaultProfile } from '../profile/default.ts'

const { taskTypes, workflows } = defaultProfile
const rules = workflows.flatMap((workflow) => workflow.rules)

/** The commands whose event may end what somebody has in hand: with the case, or under the task that a rule closes. */
const commands: Record<string, RouteName[]> = {
  'case.docketed': ['docketCase'],
  'case.docketingRefused': ['refuseDocketing'],
  'task.completed': ['completeTask'],
  'workProduct.submitted': ['submitWorkProduct'],
  'workProduct.signed': ['signWorkProduct'],
  'workProduct.recalled': ['recallWorkProduct', 'completeTask'],
  'session.held': ['endSession'],
  'session.withdrawn': ['endSession'],
  'party.conflictSettled': ['settleConflict'],
  'letter.owed': ['retryLetter'],
  'letter.receipted': ['receiptLetter'],
  'effectuation.completed': ['reportEffectuation'],
}

describe('what the rules of the default profile end', () => {
  const isParent = (type: string) =>
    (taskTypes.find(({ name }) => name === type)?.children ?? []).length > 0 ||
    rules.some(({ do: steps }) => steps.some((step) => 'open' in step && step.under === type))
  const endsMore = ({ do: steps }: Rule) =>
    steps.some((step) => {
      if ('close' in step) return true
      if ('complete' in step) return isParent(step.complete)
      return 'cancel' in step && isParent(step.cancel)
    })
  const events = [...new Set(rules.filter(endsMore).map(({ on }) => on.event))]

  it('comes by commands that are named here', () => {
    assert.deepEqual(events.toSorted(), Object.keys(commands).toSorted())
  })

  it('is answered before each of them, and each takes the hash of the answer', () => {
    for (const name of new Set([...Object.values(commands).flat(), 'cancelTask', 'linkCase', 'removeIssue']))
      assert.deepEqual(
        [name, name in EndingCommand.properties, 'ends' in (bodyOf(name as RouteName) ?? {})],
        [name, true, true],
      )
    const taking = (Object.keys(routes) as RouteName[]).filter((name) => 'ends' in (bodyOf(name) ?? {}))
    const shown = Object.keys(EndingCommand.properties)
    // Of availability, `ends` is a time.
    assert.deepEqual(taking.filter((name) => !name.endsWith('Availability')).toSorted(), shown.toSorted())
  })
})

function bodyOf(name: RouteName): object | undefined {
  const { body } = routes[name] as { body?: { properties: object } }
  return body?.properties
}
