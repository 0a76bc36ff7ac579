import type { Effectuation, EffectuationReport } from '@portico/contract/effectuation'
import { effectuation } from '../../core/decision/effectuation.ts'
import type { Database } from '../../store/db.ts'
import type { Execute, Request } from '../engine/execute.ts'
import { failEntry, sentBy } from './sent-by.ts'

export type EffectuationDesk = ReturnType<typeof openEffectuation>

export function openEffectuation({ db, execute }: { db: Database; execute: Execute }) {
  return {
    async report(request: Request, caseId: string, given: EffectuationReport): Promise<Effectuation> {
      const entry = given.result === 'failed' ? await sentBy(db, { caseId, call: 'effectuate' }) : undefined
      const asked = { ...request, ...failEntry(entry, request.at) }
      return execute(effectuation, asked, { type: 'reportEffectuation', caseId, ...given }, ({ state }) => {
        if (!state.last) throw new Error('an effectuation was reported, and nothing is known of it')
        return state.last
      })
    },
  }
}
