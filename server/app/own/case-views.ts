import type { CaseView, CaseViewQuery, NewCaseView } from '@portico/contract/case-views'
import type { Database } from '../../store/db.ts'
import type { Request } from '../engine/execute.ts'
import { type Asking, openSavedQueries, type SavedQuery } from './saved-queries.ts'

export type CaseViews = ReturnType<typeof openCaseViews>

/** Saved filters over the list of cases, private or shared with a team. They show nobody a case that they may not see. */
export function openCaseViews({ db }: { db: Database }) {
  const saved = openSavedQueries<CaseViewQuery>(db, 'view')
  return {
    list: async (asking: Asking) => (await saved.list(asking)).map(viewOf),
    save: async (request: Request, asking: Asking, view: NewCaseView) =>
      viewOf(await saved.save(request, asking, view)),
    remove: saved.remove,
  }
}

function viewOf({ updatedAt: _, ...view }: SavedQuery<CaseViewQuery>): CaseView {
  return view
}
