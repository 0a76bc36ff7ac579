import type { DocumentSummary, NewPart } from '@portico/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { keys } from '../../data/keys.ts'
import { portico } from '../../data/session.ts'
import { words } from '../../words/filing.ts'
import { words as reading } from '../../words/reading.ts'
import type { Reading } from '../reading.ts'

/** Changes to the file: shown once the service has confirmed them, and undoable. */
export function useCuration({ caseId, say }: Pick<Reading, 'caseId' | 'say'>) {
  const client = useQueryClient()
  const renew = () => client.invalidateQueries({ queryKey: keys.case(caseId) })

  /** Returns the reason if it was refused. */
  async function setStatus(
    documentId: string,
    status: 'current' | 'removed',
    why: string,
  ): Promise<string | undefined> {
    try {
      const { name } = await portico().documents.setStatus(caseId, documentId, { status, why })
      const undo = {
        label: reading.notes.undo,
        run: () => void setStatus(documentId, 'current', words.undone),
      }
      say(words.changed(name, status), status === 'removed' ? undo : undefined)
      return undefined
    } catch (error) {
      const refused = error instanceof Error ? error.message : String(error)
      say(reading.failed(refused))
      return refused
    } finally {
      void renew()
    }
  }

  return {
    setStatus,
    /** Returns the reason if it was refused. */
    async divide(document: DocumentSummary, parts: NewPart[]): Promise<string | undefined> {
      try {
        const made = await portico().documents.divide(caseId, document.id, parts)
        await renew()
        say(words.divided(document.name, made.length))
        return undefined
      } catch (error) {
        return error instanceof Error ? error.message : String(error)
      }
    },
  }
}
