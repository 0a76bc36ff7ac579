import { randomUUID } from 'node:crypto'
import type { DuplicateRun } from '@portico/contract/documents'
import type { DuplicatePolicy } from '../../core/file/case-file.ts'
import { document } from '../../core/file/document.ts'
import type { Execute } from '../engine/execute.ts'
import { systemActor } from '../engine/system-actor.ts'

/** The duplicate pages found for one version of a document. */
export type FoundDuplicates = {
  caseId: string
  documentId: string
  version: number
  duplicates: DuplicateRun[]
}

export type SettleDuplicates = (found: FoundDuplicates) => Promise<void>

/** Applies the deployment's duplicate policy to the result of a comparison. */
export function createSettleDuplicates(parts: {
  execute: Execute
  /** When the duplicates of a case count as found. */
  foundAt: (caseId: string) => Date | Promise<Date>
  onDuplicate: DuplicatePolicy
}): SettleDuplicates {
  const { execute, foundAt, onDuplicate } = parts
  return async (found) => {
    const call = { at: await foundAt(found.caseId), actor: systemActor, correlationId: randomUUID() }
    await execute(document, call, { type: 'link', ...found, onDuplicate }, () => null)
  }
}
