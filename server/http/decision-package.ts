import type { Portico } from '../app/portico.ts'
import { Refusal } from '../core/kernel/decider.ts'
import type { Handlers } from './route.ts'

export function decisionPackageHandlers(portico: Portico) {
  return {
    getDecisionPackage: async ({ params, query, caller, authorize, sendFile }) => {
      if (query.format !== 'zip') {
        await authorize('readCases')
        return portico.workProducts.decisionPackage(params.id, caller, query.workProductId)
      }
      await authorize('exportCase')
      if (caller.audience === 'party')
        throw new Refusal(
          'forbidden',
          'The package that proves a decision shows who has read what, so it is for staff: the sealed decision is at decision-package/file.',
        )
      return sendFile(await portico.decisionFiles.zip(params.id, caller, query.workProductId), {
        format: 'zip',
      })
    },

    getDecisionFile: async ({ params, query, caller, sendFile }) =>
      sendFile(await portico.decisionFiles.pdf(params.id, caller, query.workProductId), { format: 'pdf' }),
  } satisfies Partial<Handlers>
}
