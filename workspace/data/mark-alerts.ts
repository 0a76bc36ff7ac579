import type { AlertList } from '@portico/sdk'
import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query'
import { alertsQuery, inboxKey } from './alerts.ts'
import { keys } from './keys.ts'
import { portico } from './session.ts'

type Marking = { id: string; isAll?: boolean; isRead?: boolean }

/** Marks one alert as read or unread, or all up to one as read. Lists show it at once, and what the service says after. */
export function useMarkRead() {
  const client = useQueryClient()
  return useMutation({
    // One after the other: what was marked last is what holds.
    scope: { id: 'markAlerts' },
    mutationFn: async ({ id, isAll, isRead = true }: Marking) => {
      await (isAll ? portico().alerts.markAll(id) : portico().alerts.mark(id, isRead))
    },
    async onMutate(marking) {
      await client.cancelQueries({ queryKey: keys.alerts })
      client.setQueryData(alertsQuery.queryKey, (known) => known && marked(known, marking))
      client.setQueriesData<InfiniteData<AlertList>>(
        { queryKey: inboxKey },
        (known) => known && { ...known, pages: known.pages.map((page) => marked(page, marking)) },
      )
    },
    onSettled: () => client.invalidateQueries({ queryKey: keys.alerts }),
  })
}

function marked(known: AlertList, { id, isAll = false, isRead = true }: Marking): AlertList {
  const at = new Date().toISOString()
  let change = 0
  const alerts = known.alerts.map((one) => {
    if ((!isAll && one.id !== id) || (one.readAt !== undefined) === isRead) return one
    change += isRead ? -1 : 1
    const { readAt: _, ...unread } = one
    return isRead ? { ...unread, readAt: at } : unread
  })
  return { ...known, alerts, unread: isAll ? 0 : Math.max(0, known.unread + change) }
}
