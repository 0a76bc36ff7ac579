import type { CaseState, Profile } from '@portico/sdk'
import { labelIn } from '../data/profile.ts'
import { PersonName } from './person-name.tsx'

type Holder = CaseState['assignee'] | undefined

/** A person or a team with whom something is, as people call them. */
export function HolderName({ holder, profile }: { holder: Holder; profile: Profile | undefined }) {
  if (!holder) return null
  return holder.kind === 'team' ? labelIn(profile?.teams, holder.id) : <PersonName username={holder.name} />
}
