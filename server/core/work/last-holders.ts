import type { Assignee } from '@portico/contract/tasks'
import type { WorkState } from './state.ts'

export function withHolder(
  state: WorkState,
  { type, about }: { type: string; about?: string },
  assignee: Assignee | undefined,
): WorkState {
  if (assignee?.kind !== 'person') return state
  const ofThing = about === undefined ? {} : { [holderKey(type, about)]: assignee }
  return {
    ...state,
    lastHolder: assignee,
    lastHolders: { ...state.lastHolders, [type]: assignee, ...ofThing },
  }
}

const holderKey = (type: string, about: string) => `${type} ${about}`

/** Who last had a task of a type: of those about this thing, where there was one. */
export function lastHolderOf(
  { lastHolders }: WorkState,
  type: string,
  about: string | undefined,
): Assignee | undefined {
  return (about === undefined ? undefined : lastHolders[holderKey(type, about)]) ?? lastHolders[type]
}
