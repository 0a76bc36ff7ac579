import { randomUUID } from 'node:crypto'
import type { DuplicateRun } from '@portico/contract/documents'
import type { DuplicatePolicy } from '../../core/file/case-file.ts'
import { document } from '../../core/file/document.ts'
import type { Execute } from '../engine/execute.ts'
import { systemActor } from '../engine/system-actor.ts'

/** What was found of one version of a document: which of its pages the file has already, and where. */
export type FoundDuplicates = {
  caseId: string
  documentId: string
  version: number
  duplicates: DuplicateRun[]
}

export type SettleDuplicates = (found: FoundDuplicates) => Promise<void>

/** Turns what a comparison of pages has found into the events that the deployment's policy asks for. */
export function createSettleDuplicates(parts: {
  execute: Execute
  clock: () => Date
  onDuplicate: DuplicatePolicy
}): SettleDuplicates {
  const { execute, clock, onDuplicate } = parts
  return async (found) => {
    const call = { at: clock(), actor: systemActor, correlationId: randomUUID() }
    await execute(document, call, { type: 'link', ...found, onDuplicate }, () => null)
  }
}
