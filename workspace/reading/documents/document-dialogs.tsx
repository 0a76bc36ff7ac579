import type { DocumentSummary } from '@portico/sdk'
import { type ReactNode, useState } from 'react'
import { useOpenAfterReload } from '../../data/draft.ts'
import { useWhileOpen } from '../../ui/while-open.ts'
import { words } from '../../words/reading.ts'
import type { Reading } from '../reading.ts'
import { DivideDialog } from './divide-dialog.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { FileDialog } from './file-dialog.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { TagDialog } from './tag-dialog.tsx'
import { useCuration } from './use-curation.ts'
import type { DocumentList } from './use-document-list.ts'
import type { FilesOnTheirWay } from './use-filing.ts'
import type { Marks } from './use-marks.ts'

type About = 'edit' | 'revise' | 'divide' | 'remove'
type Asked =
  | { what: 'file' }
  | { what: 'tag'; documentIds: readonly string[] }
  | { what: About; documentId: string }

/** The dialogs about documents, one at a time. Those that the reader may not use give a message instead. */
export function useDocumentDialogs(
  reading: Reading,
  marks: Marks,
  list: DocumentList,
  start: FilesOnTheirWay['start'],
) {
  const { caseId, file, may, say } = reading
  const [asked, setAsked] = useOpenAfterReload<Asked>(`documents.${caseId}`)
  /** Files that were let go over the list; a reload cannot keep them. */
  const [dropped, setDropped] = useState<readonly File[]>([])
  const subjectId = asked && 'documentId' in asked ? asked.documentId : undefined
  const subject = useWhileOpen(subjectId, subjectId === undefined ? undefined : file.document(subjectId))
  const curation = useCuration(reading)
  const close = () => setAsked(undefined)
  const ask = (action: string, next: Asked) => (may(action) ? setAsked(next) : say(words.notAllowed))
  const curate = (what: About, document = list.open) => {
    if (document) ask('curateDocuments', { what, documentId: document.id })
  }

  function about(what: About, document: DocumentSummary): ReactNode {
    switch (what) {
      case 'edit':
        return <EditDialog document={document} marks={marks} onClose={close} />
      case 'revise':
        return <FileDialog revises={document} onStart={start} onClose={close} />
      case 'divide':
        return (
          <DivideDialog
            document={document}
            onDivide={(parts) => curation.divide(document, parts)}
            onClose={close}
          />
        )
      case 'remove':
        return (
          <RemoveDialog
            document={document}
            onRemove={(why) => curation.setStatus(document.id, 'removed', why)}
            onClose={close}
          />
        )
    }
  }

  function shown(): ReactNode {
    if (!asked) return null
    switch (asked.what) {
      case 'tag': {
        const documents = asked.documentIds.flatMap((id) => file.document(id) ?? [])
        return documents.length ? <TagDialog documents={documents} marks={marks} onClose={close} /> : null
      }
      case 'file':
        return <FileDialog dropped={dropped} onStart={start} onClose={close} />
      default: {
        return subject ? about(asked.what, subject) : null
      }
    }
  }

  return {
    tag: () => ask('tag', { what: 'tag', documentIds: list.chosen.map(({ id }) => id) }),
    file: (files: readonly File[] = []) => {
      setDropped(files)
      ask('fileDocuments', { what: 'file' })
    },
    edit: (document?: DocumentSummary) => curate('edit', document),
    revise: () => curate('revise'),
    divide: () => curate('divide'),
    remove: () => curate('remove'),
    shown: shown(),
  }
}
