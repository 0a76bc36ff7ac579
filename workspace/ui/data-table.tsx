import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown, ArrowUp } from 'lucide-react'
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useSyncExternalStore,
} from 'react'
import './data-table.css'

const narrow = matchMedia('(max-width: 600px)')
const narrowLine = 24

/** Where there is no room for columns, as at 400 % zoom, a row is a list of its cells and nothing scrolls sideways. */
const useNarrow = () =>
  useSyncExternalStore(
    (changed) => {
      narrow.addEventListener('change', changed)
      return () => narrow.removeEventListener('change', changed)
    },
    () => narrow.matches,
  )

export type Column<Row> = {
  id: string
  /** What the column is called. */
  name: string
  /** As in a grid: `120px`, `minmax(160px, 2fr)`. */
  width: string
  cell: (row: Row, index: number) => ReactNode
  /** Stands beside the name: a filter. */
  filter?: ReactNode
  sort?: { direction: 'ascending' | 'descending' | undefined; toggle: () => void }
  isNameHidden?: boolean
}

/**
 * A long list as a table of which only what is in view is drawn. One row is current: arrows move it, Enter opens it.
 * The next page is asked for before the end is reached.
 */
export function DataTable<Row>({
  label,
  columns,
  rows,
  idOf,
  currentId,
  onCurrent,
  onOpen,
  rowHeight = 46,
  width = 700,
  total,
  hasMore = false,
  more,
  end,
}: {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  idOf: (row: Row) => string
  currentId: string | undefined
  onCurrent: (row: Row) => void
  onOpen: (row: Row) => void
  rowHeight?: number
  /** Below this it scrolls sideways. */
  width?: number
  total?: number | undefined
  hasMore?: boolean
  more?: () => void
  end?: ReactNode
}) {
  const scroller = useRef<HTMLDivElement>(null)
  const prefix = useId()
  const at = rows.findIndex((row) => idOf(row) === currentId)
  const isNarrow = useNarrow()
  const height = isNarrow ? columns.length * narrowLine + 16 : rowHeight
  const headHeight = isNarrow ? 0 : 30
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 12,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
  })
  useEffect(() => {
    if (height > 0) virtual.measure()
  }, [height, virtual])
  const items = virtual.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  const template: CSSProperties = isNarrow
    ? {}
    : { gridTemplateColumns: columns.map(({ width }) => width).join(' ') }

  useEffect(() => {
    if (hasMore && last >= rows.length - 30) more?.()
  }, [hasMore, last, rows.length, more])

  useEffect(() => {
    if (at >= 0) virtual.scrollToIndex(at, { align: 'auto' })
  }, [at, virtual])

  function move(event: KeyboardEvent) {
    if (event.target !== event.currentTarget || event.metaKey || event.ctrlKey || event.altKey) return
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / height) - 2)
    const to = {
      ArrowDown: at + 1,
      ArrowUp: Math.max(0, at - 1),
      PageDown: at + page,
      PageUp: Math.max(0, at - page),
      Home: 0,
      End: rows.length - 1,
    }[event.key]
    const row = rows[to === undefined ? at : Math.min(to, rows.length - 1)]
    if (!row || (to === undefined && event.key !== 'Enter')) return
    event.preventDefault()
    if (to === undefined) onOpen(row)
    else onCurrent(row)
  }

  return (
    <div
      ref={scroller}
      className={`data-table ${isNarrow ? 'narrow' : ''}`}
      role="grid"
      aria-label={label}
      aria-rowcount={hasMore ? -1 : (total ?? rows.length) + 1}
      aria-activedescendant={at >= 0 ? `${prefix}-${at}` : undefined}
      tabIndex={0}
      style={{ '--table-width': isNarrow ? '0' : `${width}px` } as CSSProperties}
      onKeyDown={move}
    >
      <div className="head" role="row" style={template} aria-rowindex={1} tabIndex={-1}>
        {columns.map((column) => (
          <div key={column.id} role="columnheader" aria-sort={column.sort?.direction} tabIndex={-1}>
            {column.sort ? (
              <button type="button" className="sort-button" onClick={column.sort.toggle}>
                {column.name}
                {column.sort.direction === 'ascending' ? <ArrowUp /> : null}
                {column.sort.direction === 'descending' ? <ArrowDown /> : null}
              </button>
            ) : (
              <span className={column.isNameHidden ? 'hidden-visually' : ''}>{column.name}</span>
            )}
            {column.filter}
          </div>
        ))}
      </div>
      <div className="rows" role="rowgroup" style={{ height: virtual.getTotalSize() }}>
        {items.map(({ index, start }) => {
          const row = rows[index] as Row
          const isCurrent = index === at
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the grid hears the keys
            <div
              key={idOf(row)}
              id={`${prefix}-${index}`}
              role="row"
              tabIndex={-1}
              className={`line ${isCurrent ? 'current' : ''}`}
              aria-rowindex={index + 2}
              aria-selected={isCurrent}
              data-id={idOf(row)}
              style={{ ...template, height, transform: `translateY(${start - headHeight}px)` }}
              onClick={() => {
                onCurrent(row)
                scroller.current?.focus({ preventScroll: true })
              }}
              onDoubleClick={() => onOpen(row)}
            >
              {columns.map(({ id, name, cell, isNameHidden }) => (
                <div key={id} role="gridcell" tabIndex={-1}>
                  {isNarrow && !isNameHidden ? (
                    <span className="cell-name" aria-hidden="true">
                      {name}
                    </span>
                  ) : null}
                  {cell(row, index)}
                </div>
              ))}
            </div>
          )
        })}
      </div>
      {end ? <div className="more">{end}</div> : null}
    </div>
  )
}
