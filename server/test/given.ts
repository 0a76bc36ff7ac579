import assert from 'node:assert/strict'
import type { Actor } from '@portico/contract/envelope'
import {
  type Context,
  type Decider,
  type Fact,
  fold,
  type Recorded,
  Refusal,
  type RefusalCode,
} from '../core/kernel/decider.ts'
import { defaultProfile } from '../profile/default.ts'

export const alice: Actor = { id: 'mem_alice', name: 'alice', kind: 'person' }
export const bob: Actor = { id: 'mem_bob', name: 'bob', kind: 'person' }
export const noon = new Date('2026-11-01T12:00:00.000Z')

export function callBy(actor: Actor, at = noon): Context {
  return { at, actor, correlationId: 'req_test', profile: defaultProfile }
}

/** Facts as the log would hold them, by one person at one time. */
export function recorded(facts: Fact[], actor = alice, at = noon): Recorded[] {
  return facts.map((fact) => ({ ...fact, actor, at: at.toISOString() }))
}

/** given events, when a command comes, then these facts or this refusal. */
export function given<Command, State>(decider: Decider<Command, State>, events: Recorded[]) {
  const state = fold(decider, events)
  return {
    when(command: Command, context: Context = callBy(alice)) {
      return {
        // biome-ignore lint/suspicious/noThenProperty: given, when, then is how these tests read
        then(expected: Fact[]) {
          assert.deepEqual(decider.decide(command, state, context), expected)
        },
        thenRefused(code: RefusalCode, sentence: RegExp) {
          assert.throws(
            () => decider.decide(command, state, context),
            (error) => error instanceof Refusal && error.code === code && sentence.test(error.message),
          )
        },
      }
    },
  }
}
