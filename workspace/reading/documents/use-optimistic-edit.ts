import type { DocumentSummary } from '@portico/sdk'
import { useQueryClient } from '@tanstack/react-query'
import type { Written } from '../../data/in-turn.ts'
import { keys } from '../../data/keys.ts'
import { words } from '../../words/reading.ts'
import type { Reading } from '../reading.ts'
import { beginEdit, type Edit, withPendingEdits } from './pending-edits.ts'

export type EditOne = (document: DocumentSummary) => DocumentSummary

/** The reason; where a part was taken, that part and the sentence about it. */
type Refused = { why: string; sentence?: string; taken?: Edit }

/** Shows an edit of documents at once, and undoes it visibly if the service refuses. */
export function useOptimisticEdit({ caseId, say }: Pick<Reading, 'caseId' | 'say'>) {
  const client = useQueryClient()
  const key = keys.of(caseId, 'documents')

  /** Returns the reason if it was refused. */
  async function attempt(
    edit: Edit,
    write: () => Promise<Refused | undefined>,
    done: string,
  ): Promise<string | undefined> {
    const end = beginEdit(caseId, edit)
    const before = client.getQueryData<readonly DocumentSummary[]>(key)
    if (before) client.setQueryData(key, edit(before))
    const refused = await write().catch((error): Refused => ({ why: reasonOf(error) }))
    end()
    if (refused && before) {
      const { taken = (all) => all } = refused
      client.setQueryData(key, withPendingEdits(caseId, taken(before)))
    }
    const sentence = refused ? (refused.sentence ?? words.failed(refused.why)) : done
    if (sentence) say(sentence)
    void client.invalidateQueries({ queryKey: key })
    return refused?.why
  }

  /** Edits each of several documents alike. Those that were saved before a refusal stay so. */
  const attemptEach = (
    documents: readonly DocumentSummary[],
    edit: EditOne,
    write: () => Promise<Written<DocumentSummary>>,
    done: string,
  ) =>
    attempt(
      editEach(documents, edit),
      async () => {
        const written = await write()
        if (written.done.length === documents.length) return undefined
        const why = 'error' in written ? reasonOf(written.error) : words.marks.changedMeanwhile
        if (written.done.length === 0) return { why }
        const sentence = words.marks.partly(written.done.length, documents.length, why)
        return { why, sentence, taken: editEach(written.done, edit) }
      },
      done,
    )

  return { attempt, attemptEach }
}

export const editEach =
  (documents: readonly DocumentSummary[], edit: EditOne): Edit =>
  (all) => {
    const ids = new Set(documents.map(({ id }) => id))
    return all.map((document) => (ids.has(document.id) ? edit(document) : document))
  }

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
