import type { Profile, ProfileTrial } from '@portico/sdk'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useDraft } from '../data/draft.ts'
import { keys } from '../data/keys.ts'
import { profileQuery, profileVersionQuery } from '../data/profile.ts'
import { portico } from '../data/session.ts'
import { edit, isEmpty, noDraft, type Parts, type ProfileDraft, partsOf, rebased } from './profile-draft.ts'
import { type Clash, type Difference, differences } from './three-way.ts'
import { useSettled } from './use-settled.ts'

/** The profile as it is edited: kept by the browser, and always on top of what is in force. */
export type Drafting = {
  /** What the screens show: the profile in force with what was changed here. */
  profile: Profile
  /** The version that it is on top of. */
  base: number
  changes: readonly Difference[]
  change: (parts: Partial<Parts>) => void
  discard: () => void
  /** What the service says of it, a moment after the last key. */
  trial: ProfileTrial | undefined
  isTried: boolean
  /** Where somebody else changed the same, and nobody has decided yet. */
  clashes: readonly Clash[]
  choose: (place: string, which: 'mine' | 'theirs') => void
  /** What somebody else has saved since it was begun. */
  meanwhile: { by: string; changes: readonly Difference[] } | undefined
  dismiss: () => void
}

/** Often enough to notice what another administrator does. */
const lookMs = 10_000
const tryAfterMs = 500

export function useProfileDraft() {
  const query = useQuery({ ...profileQuery, staleTime: 2_000, refetchInterval: lookMs })
  const [draft, set, clear] = useDraft<ProfileDraft>('profile', noDraft)
  const [meanwhile, setMeanwhile] = useState<Drafting['meanwhile']>()
  const inForce = query.data
  const hasEdits = !isEmpty(draft)
  const isBehind = inForce !== undefined && hasEdits && draft.base !== inForce.version.number
  const before = useQuery({ ...profileVersionQuery(draft.base), enabled: isBehind }).data
  const moved =
    isBehind && before
      ? rebased(draft, before.profile, { number: inForce.version.number, profile: inForce.profile })
      : undefined

  useEffect(() => {
    if (!moved || !inForce || moved.undecided.length > 0) return
    set(moved.draft)
    if (moved.meanwhile.length > 0) setMeanwhile({ by: inForce.version.createdBy, changes: moved.meanwhile })
  })

  const from = isBehind ? before?.profile : inForce?.profile
  const profile = useMemo(() => from && { ...from, ...draft.edits }, [from, draft.edits])
  const asked = useSettled(profile, tryAfterMs)
  const tried = useQuery({
    queryKey: [...keys.profile, 'trial', draft.base, draft.edits],
    queryFn: ({ signal }) => portico().profile.try(asked as Profile, { signal }),
    enabled: hasEdits && !isBehind && asked === profile && asked !== undefined,
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  })

  const drafting: Drafting | undefined =
    profile && from && inForce
      ? {
          profile,
          base: hasEdits ? draft.base : inForce.version.number,
          changes: differences(partsOf(from), partsOf(profile)),
          change(parts) {
            const base = hasEdits ? draft.base : inForce.version.number
            set({ ...draft, base, edits: edit(draft, parts, from) })
          },
          discard() {
            set(noDraft)
            clear()
            setMeanwhile(undefined)
          },
          trial: hasEdits ? tried.data : undefined,
          isTried: tried.isSuccess && !tried.isPlaceholderData && asked === profile,
          clashes: moved?.undecided ?? [],
          choose: (place, which) => set({ ...draft, chosen: { ...draft.chosen, [place]: which } }),
          meanwhile,
          dismiss: () => setMeanwhile(undefined),
        }
      : undefined
  return { query, drafting }
}
