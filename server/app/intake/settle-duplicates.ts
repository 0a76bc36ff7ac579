import { randomUUID } from 'node:crypto'
import type { DuplicateRun } from '@portico/contract/documents'
import type { DuplicatePolicy } from '../../core/file/case-file.ts'
import { document } from '../../core/file/document.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import type { Execute, Request } from '../engine/execute.ts'
import { systemActor } from '../engine/system-actor.ts'

/** The duplicate pages found for one version of a document. */
export type FoundDuplicates = {
  caseId: string
  documentId: string
  version: number
  duplicates: DuplicateRun[]
}

export type SettleDuplicates = (found: FoundDuplicates) => Promise<void>

/** When the duplicates of a case count as found, and the version of the case of which that is true, if it is of one. */
export type FoundAt = (caseId: string) => Promise<Pick<Request, 'at' | 'expectedVersion'>>

/** Applies the deployment's duplicate policy to the result of a comparison. */
export function createSettleDuplicates(parts: {
  execute: Execute
  foundAt: FoundAt
  onDuplicate: DuplicatePolicy
}): SettleDuplicates {
  const { execute, foundAt, onDuplicate } = parts
  return async (found) => {
    let when = await foundAt(found.caseId)
    for (;;) {
      const call = { ...when, actor: systemActor, correlationId: randomUUID() }
      try {
        return await execute(document, call, { type: 'link', ...found, onDuplicate }, () => undefined)
      } catch (error) {
        if (!(error instanceof Refusal) || error.code !== 'conflict') throw error
        const now = await foundAt(found.caseId)
        if (now.expectedVersion === when.expectedVersion) throw error
        when = now
      }
    }
  }
}
