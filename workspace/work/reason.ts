import type { Profile, QueuedTask } from '@portico/sdk'
import { labelIn } from '../data/profile.ts'
import { words } from '../words/work.ts'

type Ranked = Pick<QueuedTask, 'advanced' | 'isCourtRemand' | 'docketNumber'>

/** Why a task stands where it does: the rule of the profile that put it there, and what made the rule apply. */
export function reasonOf(
  { advanced, isCourtRemand, docketNumber }: Ranked,
  profile: Profile | undefined,
): string {
  const reasons = advanced.map((name) => labelIn(profile?.priority.advanceReasons, name)).join(', ')
  const parts = [
    isCourtRemand ? words.courtRemand : undefined,
    reasons ? words.advanced(reasons) : undefined,
  ].filter((part) => part !== undefined)
  return parts.length > 0 ? parts.join(' · ') : words.byDocket(docketNumber)
}

/** The sentence of the profile for its place in every list. */
export function ruleOf(
  { advanced, isCourtRemand }: Ranked,
  profile: Profile | undefined,
): string | undefined {
  const isAdvanced = advanced.length > 0
  const applies = {
    courtRemandAndAdvanced: isAdvanced && isCourtRemand,
    advanced: isAdvanced,
    courtRemand: isCourtRemand,
  }
  return profile?.priority.order.find(({ when }) => applies[when])?.why ?? profile?.priority.otherwise
}
