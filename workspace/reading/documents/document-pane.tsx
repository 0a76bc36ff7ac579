import type { DocumentSummary } from '@portico/sdk'
import { ArrowDownWideNarrow, FilePlus, ListFilter } from 'lucide-react'
import { type DragEvent, type Ref, useRef, useState } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { State } from '../../ui/states.tsx'
import { words as filing } from '../../words/filing.ts'
import { words } from '../../words/reading.ts'
import { useReading } from '../reading.ts'
import { useCategories } from './category.tsx'
import { DocumentListBox } from './document-list-box.tsx'
import { isArranged, isFiltered, noFilter } from './filter.ts'
import { FilterPanel } from './filter-panel.tsx'
import type { DocumentList } from './use-document-list.ts'
import './documents.css'

type Props = {
  list: DocumentList
  onOpen: (document: DocumentSummary) => void
  onEdit: (document: DocumentSummary) => void
  onFile: (dropped?: readonly File[]) => void
  filterField: Ref<HTMLInputElement>
}

/** The documents of the case: filtered, selected, arranged, and files dropped on them. */
export function DocumentPane({ list, onOpen, onEdit, onFile, filterField }: Props) {
  const { filter, changeFilter, shown } = list
  const { file } = useReading()
  const categories = useCategories()
  const [hasPanel, setPanel] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const dropping = useFileDrop(onFile)
  const isEmpty = file.documents.length === 0

  return (
    <section
      className={`documents ${dropping.isOver ? 'over' : ''}`}
      aria-label={words.panes.documents}
      {...dropping.handlers}
    >
      <Tools
        list={list}
        filterField={filterField}
        hasPanel={hasPanel}
        onPanel={() => setPanel(!hasPanel)}
        onFile={onFile}
        onLeave={() => box.current?.focus()}
      />
      {hasPanel ? (
        <FilterPanel
          filter={filter}
          onFilter={changeFilter}
          documents={file.documents}
          categories={categories}
          commenters={list.commenters}
          onClear={() => changeFilter(noFilter)}
        />
      ) : null}
      <p className="hidden-visually" role="status">
        {isFiltered(filter) ? words.documents.found(shown.length) : ''}
      </p>
      {shown.length === 0 ? (
        <State title={isEmpty ? words.documents.empty : words.documents.none}>
          {isEmpty ? words.documents.emptyText : words.documents.noneText}
        </State>
      ) : (
        <DocumentListBox list={list} box={box} onOpen={onOpen} onEdit={onEdit} />
      )}
    </section>
  )
}

function Tools({
  list: { filter, changeFilter },
  filterField,
  hasPanel,
  onPanel,
  onFile,
  onLeave,
}: Pick<Props, 'list' | 'filterField' | 'onFile'> & {
  hasPanel: boolean
  onPanel: () => void
  /** From the field down into the list. */
  onLeave: () => void
}) {
  const { file, may } = useReading()
  const label = words.documents.filter(file.documents.length)
  const isActive = isFiltered({ ...filter, text: '' }) || !isArranged(filter)
  return (
    <div className="tools">
      <input
        ref={filterField}
        className="field"
        type="search"
        value={filter.text}
        placeholder={label}
        aria-label={label}
        aria-keyshortcuts="f"
        onChange={(event) => changeFilter({ text: event.target.value })}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            if (filter.text) changeFilter({ text: '' })
            else event.currentTarget.blur()
          }
          if (event.key === 'ArrowDown') {
            event.preventDefault()
            onLeave()
          }
        }}
      />
      <button
        type="button"
        className={`button icon ${isActive ? 'active' : ''}`}
        aria-label={words.documents.more}
        title={words.documents.more}
        aria-expanded={hasPanel}
        onClick={onPanel}
      >
        {isArranged(filter) ? <ListFilter /> : <ArrowDownWideNarrow />}
      </button>
      {may('fileDocuments') ? (
        <IconButton name={filing.add} icon={<FilePlus />} aria-keyshortcuts="u" onClick={() => onFile()} />
      ) : null}
    </div>
  )
}

/** Files from outside the browser. */
function useFileDrop(onFile: Props['onFile']) {
  const mayFile = useReading().may('fileDocuments')
  const [isOver, setOver] = useState(false)
  return {
    isOver,
    handlers: {
      onDragOver(event: DragEvent) {
        if (!mayFile || !event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      },
      onDragLeave: () => setOver(false),
      onDrop(event: DragEvent) {
        setOver(false)
        if (!mayFile || event.dataTransfer.files.length === 0) return
        event.preventDefault()
        onFile([...event.dataTransfer.files])
      },
    },
  }
}
