import type { Effectuation, EffectuationReport } from '@portico/contract/effectuation'
import { effectuation, knownOf } from '../../core/decision/effectuation.ts'
import { withoutUndefined } from '../../core/kernel/without-undefined.ts'
import type { Database } from '../../store/db.ts'
import type { Execute, Request } from '../engine/execute.ts'
import { failEntry, sentBy } from './sent-by.ts'

export type EffectuationReports = ReturnType<typeof openEffectuation>

export function openEffectuation({ db, execute }: { db: Database; execute: Execute }) {
  return {
    async report(request: Request, caseId: string, given: EffectuationReport): Promise<Effectuation> {
      const { result, workProductId: subject } = given
      const sent = { caseId, call: 'effectuate', ...withoutUndefined({ subject }) } as const
      const entry = result === 'failed' ? await sentBy(db, sent) : undefined
      const asked = { ...request, ...failEntry(entry, request.at) }
      return execute(effectuation, asked, { type: 'reportEffectuation', caseId, ...given }, ({ state }) => {
        const { last } = knownOf(state, subject ?? state.workProductId ?? '')
        if (!last) throw new Error('an effectuation was reported, and nothing is known of it')
        return last
      })
    },
  }
}
