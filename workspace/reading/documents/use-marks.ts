import type { DocumentSummary, EditDocument } from '@portico/sdk'
import { caseVersion } from '../../data/case.ts'
import { inTurn, inTurnUnlessChanged } from '../../data/in-turn.ts'
import { portico } from '../../data/session.ts'
import { unlessChanged } from '../../data/unless-changed.ts'
import { words } from '../../words/reading.ts'
import { documentNow } from '../queries.ts'
import type { Reading } from '../reading.ts'
import { editEach, useOptimisticEdit } from './use-optimistic-edit.ts'

/** Marking, tagging, categorising, editing and arranging documents. */
export function useMarks({ caseId, say, may }: Pick<Reading, 'caseId' | 'say' | 'may'>) {
  const { attempt, attemptEach } = useOptimisticEdit({ caseId, say })

  return {
    mayTag: may('tag'),
    mayMark: may('markRead'),
    mayArrange: may('arrange'),
    mayEdit: may('curateDocuments'),

    setRead: (documents: readonly DocumentSummary[], read: boolean, isQuiet = false) =>
      attemptEach(
        documents,
        (document) => ({ ...document, read }),
        () => inTurn(documents, ({ id }) => portico().documents.setRead(caseId, id, read)),
        isQuiet ? '' : read ? words.marks.read(documents.length) : words.marks.unread(documents.length),
      ),

    tag: (documents: readonly DocumentSummary[], text: string) =>
      attemptEach(
        documents,
        (document) => ({ ...document, tags: [...new Set([...document.tags, text])] }),
        () => inTurn(documents, ({ id }) => portico().documents.addTag(caseId, id, text)),
        words.marks.tagged(text),
      ),

    untag: (documents: readonly DocumentSummary[], text: string) =>
      attemptEach(
        documents,
        (document) => ({ ...document, tags: document.tags.filter((tag) => tag !== text) }),
        () => inTurn(documents, ({ id }) => portico().documents.removeTag(caseId, id, text)),
        words.marks.untagged(text),
      ),

    /** Documents whose categories someone else has changed meanwhile keep those. */
    categorise: (documents: readonly DocumentSummary[], categories: string[]) =>
      attemptEach(
        documents,
        (document) => ({ ...document, categories }),
        () =>
          inTurnUnlessChanged({
            items: documents,
            look: async () => {
              const version = await caseVersion(caseId)
              const all = await portico().documents.list(caseId)
              return { version, found: new Map(all.map(({ id, categories }) => [id, String(categories)])) }
            },
            isSeen: (seen, found) =>
              [String(seen.categories), String(categories)].includes(found.get(seen.id) ?? ''),
            write: ({ id }, options) => portico().documents.edit(caseId, id, { categories }, options),
          }),
        words.marks.categorised,
      ),

    /** Unless someone has changed it meanwhile; `clashOf` then returns what. */
    editSeen: (
      document: DocumentSummary,
      edit: EditDocument,
      { done, clashOf }: { done: string; clashOf: (now: DocumentSummary) => string | undefined },
    ) =>
      attempt(
        editEach([document], (before) => ({ ...before, ...edit }) as DocumentSummary),
        async () => {
          const other = await unlessChanged({
            version: () => caseVersion(caseId),
            read: () => documentNow(caseId, document.id),
            isSeen: (now) => clashOf(now) === undefined,
            write: (options) => portico().documents.edit(caseId, document.id, edit, options),
          })
          const why = other && clashOf(other.found)
          return why === undefined ? undefined : { why }
        },
        done,
      ),

    /** Puts documents, in their order, before another one, or at the end. */
    arrange(all: readonly DocumentSummary[], moved: ReadonlySet<string>, before: string | undefined) {
      const order = orderWith(all, moved, before)
      const placeOf = new Map(order.map((id, place) => [id, place]))
      return attempt(
        (documents) =>
          documents
            .toSorted((a, b) => (placeOf.get(a.id) ?? order.length) - (placeOf.get(b.id) ?? order.length))
            .map((document, position) => ({ ...document, position })),
        async () => {
          await portico().documents.move(caseId, [...moved], { before })
          return undefined
        },
        words.marks.moved(order.findIndex((id) => moved.has(id)) + 1),
      )
    },
  }
}

export type Marks = ReturnType<typeof useMarks>

function orderWith(
  all: readonly DocumentSummary[],
  moved: ReadonlySet<string>,
  before: string | undefined,
): string[] {
  const others = all.filter(({ id }) => !moved.has(id))
  const index = before === undefined ? others.length : others.findIndex(({ id }) => id === before)
  return [...others.slice(0, index), ...all.filter(({ id }) => moved.has(id)), ...others.slice(index)].map(
    ({ id }) => id,
  )
}
