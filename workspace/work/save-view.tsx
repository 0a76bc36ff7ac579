import type { QueueQuery } from '@portico/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { keys } from '../data/keys.ts'
import { portico } from '../data/session.ts'
import { SaveViewDialog } from '../ui/save-view-dialog.tsx'

export function SaveView({ query, onClose }: { query: QueueQuery; onClose: () => void }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  return (
    <SaveViewDialog
      place="saveView"
      onClose={onClose}
      save={async (view) => {
        const { id } = await portico().queues.save({ ...view, query })
        await client.invalidateQueries({ queryKey: keys.queues })
        await navigate({ to: '/', search: { view: id } })
      }}
    />
  )
}
