import type { Portico } from '../app/portico.ts'
import type { Handlers } from './route.ts'

export function caseViewHandlers({ caseViews }: Pick<Portico, 'caseViews'>) {
  return {
    listCaseViews: async ({ caller }) => ({ views: await caseViews.list(caller) }),
    saveCaseView: async ({ body, caller, call }) => ({ view: await caseViews.save(call(), caller, body) }),
    removeCaseView: ({ params, caller }) => caseViews.remove(caller, params.id),
  } satisfies Partial<Handlers>
}
