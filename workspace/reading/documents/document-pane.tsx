import type { DocumentSummary } from '@portico/sdk'
import { useQuery } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDownWideNarrow, FilePlus, ListFilter } from 'lucide-react'
import {
  type DragEvent,
  type KeyboardEvent,
  type MouseEvent,
  type Ref,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { IconButton } from '../../ui/button.tsx'
import { State } from '../../ui/states.tsx'
import { words as filing } from '../../words/filing.ts'
import { words } from '../../words/reading.ts'
import { profile } from '../queries.ts'
import { useOpenDocument, useReading } from '../reading.ts'
import { useCategories } from './category.tsx'
import { DocumentRow } from './document-row.tsx'
import { isArranged, isFiltered, noFilter } from './filter.ts'
import { FilterPanel } from './filter-panel.tsx'
import { rowsOf } from './rows.ts'
import type { DocumentList } from './use-document-list.ts'
import './documents.css'

const rowHeight = 44
const headHeight = 26

export function DocumentPane({
  list: of,
  onOpen,
  onEdit,
  onFile,
  filterField,
}: {
  list: DocumentList
  onOpen: (document: DocumentSummary) => void
  onEdit: (document: DocumentSummary) => void
  onFile: (dropped?: readonly File[]) => void
  filterField: Ref<HTMLInputElement>
}) {
  const { filter, changeFilter: onFilter, shown, news, toggle: onToggle, moveBefore: onMove } = of
  const reading = useReading()
  const { file, may } = reading
  const categories = useCategories()
  const types = useQuery(profile).data?.profile.documentTypes ?? []
  const mayFile = may('fileDocuments')
  const openId = useOpenDocument(reading)?.id
  const [hasPanel, setPanel] = useState(false)
  const [dragged, setDragged] = useState<string>()
  const [over, setOver] = useState<string>()
  const [isOver, setIsOver] = useState(false)
  const list = useRef<HTMLDivElement>(null)

  const rows = useMemo(() => rowsOf(shown, news, filter), [shown, news, filter])
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => list.current,
    estimateSize: useCallback(
      (index: number) => (rows[index] && 'head' in rows[index] ? headHeight : rowHeight),
      [rows],
    ),
    // Another function would have the place of each of thousands of rows reckoned again.
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

  function drag(event: DragEvent, what: 'start' | 'over' | 'drop' | 'end', id: string) {
    if (what === 'start') {
      event.dataTransfer.effectAllowed = 'move'
      setDragged(id)
    } else if (what === 'over' && dragged) {
      event.preventDefault()
      if (over !== id) setOver(id)
    } else if (what === 'drop' && dragged && onMove) {
      event.preventDefault()
      if (dragged !== id) onMove(dragged, id)
    }
    if (what === 'drop' || what === 'end') {
      setDragged(undefined)
      setOver(undefined)
    }
  }

  function move(event: KeyboardEvent) {
    const at = shown.findIndex(({ id }) => id === openId)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: shown.length - 1 }[event.key]
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    event.stopPropagation()
    const next = shown[Math.min(shown.length - 1, Math.max(0, to))]
    if (!next) return
    if (event.shiftKey) onToggle(next, true)
    onOpen(next)
  }

  const open = (event: MouseEvent, document: DocumentSummary) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) onToggle(document, event.shiftKey)
    else onOpen(document)
  }

  return (
    <section
      className={`documents ${isOver ? 'over' : ''}`}
      aria-label={words.panes.documents}
      onDragOver={(event) => {
        if (!mayFile || !event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        setIsOver(false)
        if (!mayFile || event.dataTransfer.files.length === 0) return
        event.preventDefault()
        onFile([...event.dataTransfer.files])
      }}
    >
      <div className="tools">
        <input
          ref={filterField}
          className="field"
          type="search"
          value={filter.text}
          placeholder={words.documents.filter(file.documents.length)}
          aria-label={words.documents.filter(file.documents.length)}
          aria-keyshortcuts="f"
          onChange={(event) => onFilter({ text: event.target.value })}
          onKeyDown={(event) => {
            if (event.key === 'Escape') {
              if (filter.text) onFilter({ text: '' })
              else event.currentTarget.blur()
            }
            if (event.key === 'ArrowDown') {
              event.preventDefault()
              list.current?.focus()
            }
          }}
        />
        <button
          type="button"
          className={`button icon ${isFiltered({ ...filter, text: '' }) || !isArranged(filter) ? 'active' : ''}`}
          aria-label={words.documents.more}
          title={words.documents.more}
          aria-expanded={hasPanel}
          onClick={() => setPanel(!hasPanel)}
        >
          {isArranged(filter) ? <ListFilter /> : <ArrowDownWideNarrow />}
        </button>
        {mayFile ? (
          <IconButton name={filing.add} icon={<FilePlus />} aria-keyshortcuts="u" onClick={() => onFile()} />
        ) : null}
      </div>
      {hasPanel ? (
        <FilterPanel
          filter={filter}
          onFilter={onFilter}
          documents={file.documents}
          categories={categories}
          commenters={of.commenters}
          onClear={() => onFilter(noFilter)}
        />
      ) : null}
      <p className="hidden-visually" role="status">
        {isFiltered(filter) ? words.documents.found(shown.length) : ''}
      </p>
      {shown.length === 0 ? (
        <State title={file.documents.length === 0 ? words.documents.empty : words.documents.none}>
          {file.documents.length === 0 ? words.documents.emptyText : words.documents.noneText}
        </State>
      ) : (
        <div
          ref={list}
          className="list"
          role="listbox"
          aria-label={words.documents.list}
          aria-multiselectable="true"
          tabIndex={0}
          aria-activedescendant={openRow >= 0 ? `document-${openId}` : undefined}
          onKeyDown={move}
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
                  notes={of.notesOf(document.id)}
                  copyOf={copyOf(of.copyOf.get(document.id))}
                  folded={of.foldedUnder(document.id)}
                  type={types.find(({ name }) => name === document.documentType)?.label}
                  isOpen={document.id === openId}
                  isSelected={of.selectedIds.has(document.id)}
                  isDropTarget={over === document.id && dragged !== document.id}
                  canDrag={onMove !== undefined}
                  elementId={`document-${document.id}`}
                  top={start}
                  height={size}
                  onOpen={(event) => open(event, document)}
                  onEdit={() => onEdit(document)}
                  onDrag={(event, what) => drag(event, what, document.id)}
                />
              )
            })}
          </div>
        </div>
      )}
    </section>
  )
}

function copyOf(copy: { page: number; isExact: boolean } | undefined): string | undefined {
  if (!copy) return undefined
  return copy.isExact ? words.documents.copyOf(copy.page) : words.documents.nearCopyOf(copy.page)
}
