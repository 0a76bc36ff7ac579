import type { DocumentSummary, EditDocument } from '@portico/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { caseVersion } from '../../data/case.ts'
import { keys } from '../../data/keys.ts'
import { portico } from '../../data/session.ts'
import { unlessChanged } from '../../data/unless-changed.ts'
import { words } from '../../words/reading.ts'
import { documentNow } from '../queries.ts'
import type { Reading } from '../reading.ts'
import { beginEdit, type Edit, withPendingEdits } from './pending-edits.ts'

/** What people do to documents: shown at once, and taken back in plain sight if the service refuses. */
export function useMarks({ caseId, say, may }: Pick<Reading, 'caseId' | 'say' | 'may'>) {
  const client = useQueryClient()
  const key = keys.of(caseId, 'documents')

  const each =
    (documents: readonly DocumentSummary[], edit: (document: DocumentSummary) => DocumentSummary): Edit =>
    (all) => {
      const ids = new Set(documents.map(({ id }) => id))
      return all.map((document) => (ids.has(document.id) ? edit(document) : document))
    }

  /** Tells why it was refused, if it was. */
  async function attempt(
    edit: Edit,
    write: () => Promise<unknown>,
    done: string,
  ): Promise<string | undefined> {
    const end = beginEdit(caseId, edit)
    const before = client.getQueryData<readonly DocumentSummary[]>(key)
    if (before) client.setQueryData(key, edit(before))
    try {
      await write()
      if (done) say(done)
      return undefined
    } catch (error) {
      end()
      if (before) client.setQueryData(key, withPendingEdits(caseId, before))
      const why = error instanceof Error ? error.message : String(error)
      say(words.failed(why))
      return why
    } finally {
      end()
      void client.invalidateQueries({ queryKey: key })
    }
  }

  return {
    mayTag: may('tag'),
    mayMark: may('markRead'),
    mayArrange: may('arrange'),
    mayEdit: may('curateDocuments'),

    setRead: (documents: readonly DocumentSummary[], read: boolean, isQuiet = false) =>
      attempt(
        each(documents, (document) => ({ ...document, read })),
        () => inTurn(documents, ({ id }) => portico().documents.setRead(caseId, id, read)),
        isQuiet ? '' : read ? words.marks.read(documents.length) : words.marks.unread(documents.length),
      ),

    tag: (documents: readonly DocumentSummary[], text: string) =>
      attempt(
        each(documents, (document) => ({
          ...document,
          tags: [...new Set([...document.tags, text])],
        })),
        () => inTurn(documents, ({ id }) => portico().documents.addTag(caseId, id, text)),
        words.marks.tagged(text),
      ),

    untag: (documents: readonly DocumentSummary[], text: string) =>
      attempt(
        each(documents, (document) => ({
          ...document,
          tags: document.tags.filter((tag) => tag !== text),
        })),
        () => inTurn(documents, ({ id }) => portico().documents.removeTag(caseId, id, text)),
        words.marks.untagged(text),
      ),

    edit: (documents: readonly DocumentSummary[], edit: EditDocument, done: string) =>
      attempt(
        each(documents, (document) => ({ ...document, ...edit }) as DocumentSummary),
        () => inTurn(documents, ({ id }) => portico().documents.edit(caseId, id, edit)),
        done,
      ),

    /** Unless somebody has changed it meanwhile; `clashOf` then says what. */
    editSeen: (
      document: DocumentSummary,
      edit: EditDocument,
      { done, clashOf }: { done: string; clashOf: (now: DocumentSummary) => string | undefined },
    ) =>
      attempt(
        each([document], (one) => ({ ...one, ...edit }) as DocumentSummary),
        async () => {
          const other = await unlessChanged({
            version: () => caseVersion(caseId),
            read: () => documentNow(caseId, document.id),
            isSeen: (now) => clashOf(now) === undefined,
            write: (options) => portico().documents.edit(caseId, document.id, edit, options),
          })
          if (other) throw new Error(clashOf(other.found))
        },
        done,
      ),

    /** Puts documents, in their order, before another one, or at the end. */
    arrange(all: readonly DocumentSummary[], moved: ReadonlySet<string>, before: string | undefined) {
      const others = all.filter(({ id }) => !moved.has(id))
      const at = before === undefined ? others.length : others.findIndex(({ id }) => id === before)
      const order = [
        ...others.slice(0, at),
        ...all.filter(({ id }) => moved.has(id)),
        ...others.slice(at),
      ].map(({ id }) => id)
      const placeOf = new Map(order.map((id, place) => [id, place]))
      return attempt(
        (documents) =>
          documents
            .toSorted((a, b) => (placeOf.get(a.id) ?? order.length) - (placeOf.get(b.id) ?? order.length))
            .map((document, position) => ({ ...document, position })),
        () => portico().documents.move(caseId, [...moved], { before }),
        words.marks.moved(order.findIndex((id) => moved.has(id)) + 1),
      )
    },
  }
}

export type Marks = ReturnType<typeof useMarks>

/** Few at a time, so that a hundred documents do not stand in the way of everything else. */
async function inTurn<Item>(items: readonly Item[], write: (item: Item) => Promise<unknown>) {
  for (let at = 0; at < items.length; at += 4) await Promise.all(items.slice(at, at + 4).map(write))
}
