import { keep, stored } from './kept.ts'
import { ownKey } from './own-key.ts'

/** The cases that this person had open last, newest first; kept on this device. */
export type RecentCase = { caseId: string; name: string; docketNumber: string }

const most = 12
const key = () => ownKey('recent')

export const recentCases = (): RecentCase[] => stored(key(), [])

/** Whoever may see a case no longer is not reminded of it. */
export function forgetCase(gone: string) {
  const others = recentCases().filter(({ caseId }) => caseId !== gone)
  if (others.length < recentCases().length) keep(key(), others)
}

/** One after the other, those that are not found any more. What cannot be asked about stays. */
export async function forgetRecent(isThere: (one: RecentCase) => Promise<boolean>) {
  for (const one of recentCases()) if (!(await isThere(one).catch(() => true))) forgetCase(one.caseId)
}

export function rememberCase(opened: RecentCase) {
  const others = recentCases().filter(({ caseId }) => caseId !== opened.caseId)
  keep(key(), [opened, ...others].slice(0, most))
}
