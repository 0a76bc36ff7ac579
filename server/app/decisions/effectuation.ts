import type { Effectuation, EffectuationReport } from '@portico/contract/effectuation'
import { effectuation } from '../../core/decision/effectuation.ts'
import type { Execute, Request } from '../engine/execute.ts'

export type EffectuationDesk = ReturnType<typeof openEffectuation>

export function openEffectuation({ execute }: { execute: Execute }) {
  return {
    report: (request: Request, caseId: string, given: EffectuationReport): Promise<Effectuation> =>
      execute(effectuation, request, { type: 'reportEffectuation', caseId, ...given }, ({ state }) => {
        if (!state.last) throw new Error('an effectuation was reported, and nothing is known of it')
        return state.last
      }),
  }
}
