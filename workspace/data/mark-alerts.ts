import { useMutation, useQueryClient } from '@tanstack/react-query'
import { alertsQuery } from './alerts.ts'
import { keys } from './keys.ts'
import { portico } from './session.ts'

/** Marks one alert as read, or all up to one. The list shows it at once, and what the service says after. */
export function useMarkRead() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, isAll }: { id: string; isAll?: boolean }) => {
      await (isAll ? portico().alerts.markAll(id) : portico().alerts.mark(id))
    },
    async onMutate({ id, isAll = false }) {
      await client.cancelQueries({ queryKey: keys.alerts })
      client.setQueryData(alertsQuery.queryKey, (known) => {
        if (!known) return known
        const readAt = new Date().toISOString()
        const isMeant = (one: { id: string; readAt?: string }) => !one.readAt && (isAll || one.id === id)
        const count = known.alerts.filter(isMeant).length
        const alerts = known.alerts.map((one) => (isMeant(one) ? { ...one, readAt } : one))
        return { ...known, alerts, unread: isAll ? 0 : Math.max(0, known.unread - count) }
      })
    },
    onSettled: () => client.invalidateQueries({ queryKey: keys.alerts }),
  })
}
