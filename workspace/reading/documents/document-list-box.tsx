import type { DocumentSummary } from '@portico/sdk'
import { useQuery } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type DragEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useState,
} from 'react'
import { words } from '../../words/reading.ts'
import { profile } from '../queries.ts'
import { useOpenDocument, useReading } from '../reading.ts'
import { useCategories } from './category.tsx'
import { DocumentRow } from './document-row.tsx'
import { rowsOf } from './rows.ts'
import type { DocumentList } from './use-document-list.ts'

const rowHeight = 44
const headHeight = 26

/** The documents that are shown, as rows; only those in view are drawn. */
export function DocumentListBox({
  list,
  box,
  onOpen,
  onEdit,
}: {
  list: DocumentList
  box: RefObject<HTMLDivElement | null>
  onOpen: (document: DocumentSummary) => void
  onEdit: (document: DocumentSummary) => void
}) {
  const { shown, toggle, moveBefore } = list
  const openId = useOpenDocument(useReading())?.id
  const { rows, virtual, openRow } = useRows(list, box, openId)
  const categories = useCategories()
  const types = useQuery(profile).data?.profile.documentTypes ?? []
  const dragging = useDragging(moveBefore)

  const open = (event: MouseEvent, document: DocumentSummary) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) toggle(document, event.shiftKey)
    else onOpen(document)
  }

  return (
    <div
      ref={box}
      className="list"
      role="listbox"
      aria-label={words.documents.list}
      aria-multiselectable="true"
      tabIndex={0}
      aria-activedescendant={openRow >= 0 ? `document-${openId}` : undefined}
      onKeyDown={(event) => {
        const next = stepFrom(event, shown, openId)
        if (!next) return
        if (event.shiftKey) toggle(next, true)
        onOpen(next)
      }}
    >
      <div className="long" role="presentation" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ key, index, start, size }) => {
          const row = rows[index]
          if (!row) return null
          if ('head' in row)
            return (
              <div
                key={key}
                className="head"
                role="presentation"
                style={{ transform: `translateY(${start}px)`, height: size }}
              >
                {row.head}
              </div>
            )
          const { document } = row
          return (
            <DocumentRow
              key={key}
              document={document}
              position={row.position}
              count={shown.length}
              category={categories.find(({ name }) => name === document.categories[0])}
              notes={list.notesOf(document.id)}
              copyOf={copyLabel(list.copyOf.get(document.id))}
              folded={list.foldedUnder(document.id)}
              type={types.find(({ name }) => name === document.documentType)?.label}
              isOpen={document.id === openId}
              isSelected={list.selectedIds.has(document.id)}
              isDropTarget={dragging.isTarget(document.id)}
              canDrag={moveBefore !== undefined}
              elementId={`document-${document.id}`}
              top={start}
              height={size}
              onOpen={(event) => open(event, document)}
              onEdit={() => onEdit(document)}
              onDrag={(event, what) => dragging.onDrag(event, what, document.id)}
            />
          )
        })}
      </div>
    </div>
  )
}

function useRows(
  { shown, news, filter }: DocumentList,
  box: RefObject<HTMLDivElement | null>,
  openId: string | undefined,
) {
  const rows = useMemo(() => rowsOf(shown, news, filter), [shown, news, filter])
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: useCallback(
      (index: number) => (rows[index] && 'head' in rows[index] ? headHeight : rowHeight),
      [rows],
    ),
    // With another function, the place of each of thousands of rows would be computed anew.
    getItemKey: useCallback(
      (index: number) => {
        const row = rows[index]
        return row && 'document' in row ? row.document.id : `head ${row?.head}`
      },
      [rows],
    ),
    overscan: 12,
  })
  const openRow = rows.findIndex((row) => 'document' in row && row.document.id === openId)
  const { scrollToIndex } = virtual
  useEffect(() => {
    if (openRow >= 0) scrollToIndex(openRow, { align: 'auto' })
  }, [openRow, scrollToIndex])
  return { rows, virtual, openRow }
}

/** Documents are dragged to another place in the list. */
function useDragging(moveBefore: DocumentList['moveBefore']) {
  const [dragged, setDragged] = useState<string>()
  const [target, setTarget] = useState<string>()
  return {
    isTarget: (id: string) => target === id && dragged !== id,
    onDrag(event: DragEvent, what: 'start' | 'over' | 'drop' | 'end', id: string) {
      if (what === 'start') {
        event.dataTransfer.effectAllowed = 'move'
        setDragged(id)
      } else if (what === 'over' && dragged) {
        event.preventDefault()
        if (target !== id) setTarget(id)
      } else if (what === 'drop' && dragged && moveBefore) {
        event.preventDefault()
        if (dragged !== id) moveBefore(dragged, id)
      }
      if (what === 'drop' || what === 'end') {
        setDragged(undefined)
        setTarget(undefined)
      }
    },
  }
}

/** The document that an arrow, Home or End leads to. */
function stepFrom(
  event: KeyboardEvent,
  shown: readonly DocumentSummary[],
  openId: string | undefined,
): DocumentSummary | undefined {
  const open = shown.findIndex(({ id }) => id === openId)
  const index = { ArrowDown: open + 1, ArrowUp: open - 1, Home: 0, End: shown.length - 1 }[event.key]
  if (index === undefined || event.altKey || event.ctrlKey || event.metaKey) return undefined
  event.preventDefault()
  event.stopPropagation()
  return shown[Math.min(shown.length - 1, Math.max(0, index))]
}

function copyLabel(copy: { page: number; isExact: boolean } | undefined): string | undefined {
  if (!copy) return undefined
  return copy.isExact ? words.documents.copyOf(copy.page) : words.documents.nearCopyOf(copy.page)
}
