import Type from 'typebox'
import type { ChainedEvent } from '../store/events.ts'
import { defineJob } from './define-job.ts'

export const beginWork = defineJob({
  name: 'beginWork',
  does: 'Opens the first tasks of cases that came without any',
  lane: 'bulk',
  payload: Type.Object({}),
  key: () => 'all',
  on: { 'case.opened': (_, commit) => (opensTasks(commit) ? undefined : {}) },
  resume: (_, ask) => ask({}),
  run: (_, { parts, signal }) => parts.beginWork(signal),
})

/** A case that is opened alone has its first tasks at once; those of a bulk load have none. */
function opensTasks(commit: readonly ChainedEvent[]): boolean {
  return commit.some(({ type }) => type === 'task.opened')
}
