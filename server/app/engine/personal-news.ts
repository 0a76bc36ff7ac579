import type { ChangedDraft, PresenceFeed } from '../own/presence-feed.ts'

/** What one watcher is told besides changes of cases, at once. */
export type PersonalFeeds = {
  /** Alerts, unless all that is unread is about what they may not see. */
  alerts?:
    | {
        hear(memberId: string, told: () => void): () => void
        hasUnread(memberId: string): Promise<boolean>
      }
    | undefined
  /** Colleagues who read what the watcher reads. */
  presence?: Pick<PresenceFeed, 'hear'> | undefined
}

/** Gathers the news of one watcher until they are taken. */
export function gatherNews({ alerts, presence }: PersonalFeeds) {
  let arrived = Promise.withResolvers<void>()
  let hasAlerts = false
  const moved = new Set<string>()
  const drafts = new Map<string, ChangedDraft>()
  const leave: (() => void)[] = []

  return {
    isEmpty: () => !hasAlerts && moved.size === 0 && drafts.size === 0,

    /** Resolves when there are news. */
    arrived: () => arrived.promise,

    listen(memberId: string): void {
      if (alerts)
        leave.push(
          alerts.hear(memberId, () => {
            hasAlerts = true
            arrived.resolve()
          }),
        )
      if (presence)
        leave.push(
          presence.hear(memberId, (caseIds, changed) => {
            for (const caseId of caseIds) moved.add(caseId)
            for (const draft of changed) drafts.set(draft.workProductId, draft)
            arrived.resolve()
          }),
        )
    },

    take(): { hasAlerts: boolean; moved: string[]; drafts: ChangedDraft[] } {
      const news = { hasAlerts, moved: [...moved], drafts: [...drafts.values()] }
      hasAlerts = false
      moved.clear()
      drafts.clear()
      arrived = Promise.withResolvers()
      return news
    },

    stop(): void {
      for (const stopHearing of leave) stopHearing()
    },
  }
}
