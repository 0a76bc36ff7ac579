import { useQueryClient } from '@tanstack/react-query'
import { keys } from '../data/keys.ts'
import { portico } from '../data/session.ts'
import type { CasesSearch } from '../frame/search-params.ts'
import { SaveViewDialog } from '../ui/save-view-dialog.tsx'
import { filtersOf } from './case-views.ts'

export function SaveCaseView({ search, onClose }: { search: CasesSearch; onClose: () => void }) {
  const client = useQueryClient()
  return (
    <SaveViewDialog
      place="saveCaseView"
      onClose={onClose}
      save={async (view) => {
        await portico().caseViews.save({ ...view, query: filtersOf(search) })
        await client.invalidateQueries({ queryKey: keys.caseViews })
      }}
    />
  )
}
