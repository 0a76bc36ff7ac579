import type { DocumentSummary } from '@portico/sdk'

type Documents = readonly DocumentSummary[]
export type Edit = (documents: Documents) => Documents

const pending = new Map<string, Set<Edit>>()

/** Edits that are not confirmed yet: a list that is fetched meanwhile must not undo them. */
export const withPendingEdits = (caseId: string, documents: Documents): Documents =>
  [...(pending.get(caseId) ?? [])].reduce((edited, edit) => edit(edited), documents)

export function beginEdit(caseId: string, edit: Edit): () => void {
  const edits = pending.get(caseId) ?? new Set()
  pending.set(caseId, edits.add(edit))
  return () => edits.delete(edit)
}
