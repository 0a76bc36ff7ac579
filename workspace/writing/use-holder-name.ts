import type { Profile, WorkProduct } from '@portico/sdk'
import { useNameOf } from '../data/people.ts'
import { labelIn } from '../data/profile.ts'

/** Who has the work product in hand, as people call them: for a sentence. */
export function useHolderName(
  holder: WorkProduct['actions']['heldBy'],
  profile: Profile | undefined,
): string | undefined {
  const person = useNameOf(holder?.kind === 'person' ? holder.name : '')
  if (!holder) return undefined
  return holder.kind === 'team' ? labelIn(profile?.teams, holder.id) : person
}
