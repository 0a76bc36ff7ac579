import type { Profile } from '@portico/sdk'
import { type Chosen, type Clash, type Difference, differences, isSame, threeWay } from './three-way.ts'

/** The parts of the profile that are edited here. */
export const edited = [
  'letters',
  'letterhead',
  'mailTypes',
  'unmatchedMailTeam',
  'notifications',
  'notificationTimes',
] as const
export type Part = (typeof edited)[number]
export type Parts = Pick<Profile, Part>

/** What somebody has changed and not saved yet, and the version that they changed. */
export type ProfileDraft = { base: number; edits: Partial<Parts>; chosen: Chosen }

export const noDraft: ProfileDraft = { base: 0, edits: {}, chosen: {} }

export const isEmpty = ({ edits }: ProfileDraft): boolean => Object.keys(edits).length === 0

export function partsOf(profile: Parts): Parts {
  return Object.fromEntries(edited.map((part) => [part, profile[part]])) as Parts
}

/** Without the parts that are as they were. */
export function edit(draft: ProfileDraft, changes: Partial<Parts>, from: Profile): ProfileDraft['edits'] {
  const all = { ...draft.edits, ...changes }
  return Object.fromEntries(
    Object.entries(all).filter(([part, value]) => !isSame(value, from[part as Part])),
  ) as Partial<Parts>
}

/**
 * The draft on top of a version that somebody else has saved since. As long as a clash is not decided, it stays on the
 * version that it was begun on.
 */
export function rebased(
  draft: ProfileDraft,
  before: Parts,
  now: { number: number; profile: Parts },
): { draft: ProfileDraft; undecided: Clash[]; meanwhile: Difference[] } {
  const [was, is] = [partsOf(before), partsOf(now.profile)]
  const { merged, clashes } = threeWay<Parts>(was, { ...was, ...draft.edits }, is, draft.chosen)
  const edits = Object.fromEntries(
    Object.entries(merged).filter(([part, value]) => !isSame(value, is[part as Part])),
  ) as Partial<Parts>
  return {
    draft: { base: now.number, edits, chosen: {} },
    undecided: clashes.filter(({ place }) => !(place in draft.chosen)),
    meanwhile: differences(was, is),
  }
}
