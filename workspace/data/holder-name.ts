import type { Assignee } from '@portico/sdk'
import { useNameOf } from './people.ts'
import { labelIn, useProfile } from './profile.ts'

export type Holder = Assignee | null | undefined

/** Who has something in hand, as people call them: for a sentence. */
export function useHolderName(holder: Holder): string | undefined {
  const profile = useProfile()
  const person = useNameOf(holder?.kind === 'person' ? holder.name : '')
  if (!holder) return undefined
  return holder.kind === 'team' ? labelIn(profile?.teams, holder.id) : person
}
