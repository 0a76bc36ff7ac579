import type { DocumentSummary, EditDocument } from '@portico/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { caseVersion } from '../../data/case.ts'
import { inTurn, inTurnUnlessChanged, type Written } from '../../data/in-turn.ts'
import { keys } from '../../data/keys.ts'
import { portico } from '../../data/session.ts'
import { unlessChanged } from '../../data/unless-changed.ts'
import { words } from '../../words/reading.ts'
import { documentNow } from '../queries.ts'
import type { Reading } from '../reading.ts'
import { beginEdit, type Edit, withPendingEdits } from './pending-edits.ts'

/** Why something was not taken, how that is said where it was in part, and that part. */
type Refused = { why: string; said?: string; taken?: Edit }

/** What people do to documents: shown at once, and taken back in plain sight if the service refuses. */
export function useMarks({ caseId, say, may }: Pick<Reading, 'caseId' | 'say' | 'may'>) {
  const client = useQueryClient()
  const key = keys.of(caseId, 'documents')

  type One = (document: DocumentSummary) => DocumentSummary
  const each =
    (documents: readonly DocumentSummary[], edit: One): Edit =>
    (all) => {
      const ids = new Set(documents.map(({ id }) => id))
      return all.map((document) => (ids.has(document.id) ? edit(document) : document))
    }

  /** Tells why it was refused, if it was. */
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
    const said = refused ? (refused.said ?? words.failed(refused.why)) : done
    if (said) say(said)
    void client.invalidateQueries({ queryKey: key })
    return refused?.why
  }

  /** The same to each of several. What was saved of it stays, and how many that are is told. */
  const toEach = (
    documents: readonly DocumentSummary[],
    edit: One,
    write: () => Promise<Written<DocumentSummary>>,
    done: string,
  ) =>
    attempt(
      each(documents, edit),
      async () => {
        const written = await write()
        if (written.done.length === documents.length) return undefined
        const why = 'error' in written ? reasonOf(written.error) : words.marks.changedMeanwhile
        if (written.done.length === 0) return { why }
        const said = words.marks.partly(written.done.length, documents.length, why)
        return { why, said, taken: each(written.done, edit) }
      },
      done,
    )

  return {
    mayTag: may('tag'),
    mayMark: may('markRead'),
    mayArrange: may('arrange'),
    mayEdit: may('curateDocuments'),

    setRead: (documents: readonly DocumentSummary[], read: boolean, isQuiet = false) =>
      toEach(
        documents,
        (document) => ({ ...document, read }),
        () => inTurn(documents, ({ id }) => portico().documents.setRead(caseId, id, read)),
        isQuiet ? '' : read ? words.marks.read(documents.length) : words.marks.unread(documents.length),
      ),

    tag: (documents: readonly DocumentSummary[], text: string) =>
      toEach(
        documents,
        (document) => ({ ...document, tags: [...new Set([...document.tags, text])] }),
        () => inTurn(documents, ({ id }) => portico().documents.addTag(caseId, id, text)),
        words.marks.tagged(text),
      ),

    untag: (documents: readonly DocumentSummary[], text: string) =>
      toEach(
        documents,
        (document) => ({ ...document, tags: document.tags.filter((tag) => tag !== text) }),
        () => inTurn(documents, ({ id }) => portico().documents.removeTag(caseId, id, text)),
        words.marks.untagged(text),
      ),

    /** Those that somebody else has put into other categories meanwhile stay there. */
    categorise: (documents: readonly DocumentSummary[], categories: string[]) =>
      toEach(
        documents,
        (document) => ({ ...document, categories }),
        () =>
          inTurnUnlessChanged({
            items: documents,
            look: async () => {
              const version = await caseVersion(caseId)
              const all = await portico().documents.list(caseId)
              return { version, found: new Map(all.map((one) => [one.id, String(one.categories)])) }
            },
            isSeen: (seen, found) =>
              [String(seen.categories), String(categories)].includes(found.get(seen.id) ?? ''),
            write: ({ id }, options) => portico().documents.edit(caseId, id, { categories }, options),
          }),
        words.marks.categorised,
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
          const why = other && clashOf(other.found)
          return why === undefined ? undefined : { why }
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

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
