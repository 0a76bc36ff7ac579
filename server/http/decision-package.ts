import type { FastifyInstance } from 'fastify'
import type { Portico } from '../app/portico.ts'
import { Refusal } from '../core/kernel/decider.ts'
import { authorize } from './access.ts'
import { serve } from './route.ts'
import { sendFile } from './sending.ts'
import { accessOf } from './trace.ts'

export function serveDecisionPackage(app: FastifyInstance, portico: Portico) {
  serve(app, 'getDecisionPackage', async (input) => {
    const { params, query, caller, request, reply } = input
    if (query.format === 'zip') {
      await authorize(portico, caller, 'exportCase', params.id)
      if (caller.audience === 'party')
        throw new Refusal(
          'forbidden',
          'The package that proves a decision tells who has read what, so it is for staff: the sealed decision is at decision-package/file.',
        )
      const file = await portico.decisionZip(params.id, caller, query.workProductId)
      return sendFile(request, reply, file, () =>
        portico.accessLog.record(
          accessOf(input, params.id, 'download', { of: 'decisionPackage', format: 'zip' }),
        ),
      )
    }
    await authorize(portico, caller, 'readCases', params.id)
    const detail = await portico.workProducts.decisionPackage(params.id, caller, query.workProductId)
    portico.accessLog.note(accessOf(input, params.id, 'view', { of: 'decisionPackage' }))
    return detail
  })

  serve(app, 'getDecisionFile', async (input) => {
    const { params, query, caller, request, reply } = input
    await authorize(portico, caller, 'readCases', params.id)
    const file = await portico.decisionFile(params.id, caller, query.workProductId)
    return sendFile(request, reply, file, ({ isPartial }) => {
      const what = {
        of: 'decisionPackage' as const,
        format: 'pdf',
        ...(isPartial ? { isPartial } : {}),
      }
      return portico.accessLog.record(accessOf(input, params.id, 'download', what))
    })
  })
}
