import type { ListedSession } from '@portico/sdk'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useRef, useState } from 'react'
import { momentIn, timeOfDay } from '../ui/dates.ts'
import { words } from '../words/sessions.ts'

export type GridRow = { id: string; name: string; cells: ListedSession[][] }

type Place = { row: number; column: number; item: number }

/**
 * A table of sessions through which the arrows go, from session to session and from cell to cell. One place of it is in
 * the order of the tabulator key.
 */
export function CalendarGrid({
  label,
  corner,
  columns,
  rows,
}: {
  label: string
  corner: string
  columns: readonly { id: string; name: string; isToday?: boolean }[]
  rows: readonly GridRow[]
}) {
  const table = useRef<HTMLTableElement>(null)
  const [wanted, setPlace] = useState<Place>({ row: 0, column: 0, item: 0 })
  const place: Place = {
    row: Math.min(wanted.row, rows.length - 1),
    column: Math.min(wanted.column, columns.length - 1),
    item: wanted.item,
  }
  const lastItem = (row: number, column: number) => Math.max(0, (rows[row]?.cells[column]?.length ?? 0) - 1)

  function go(to: Place) {
    setPlace(to)
    const cell = table.current?.querySelector(`[data-cell="${to.row}-${to.column}"]`)
    const item = cell?.querySelectorAll<HTMLElement>('a')[to.item] ?? (cell as HTMLElement | null)
    item?.focus()
  }

  function move(event: KeyboardEvent) {
    if (event.metaKey || event.ctrlKey || event.altKey) return
    const { row, column, item } = place
    const to: Place | undefined = {
      ArrowLeft: { row, column: Math.max(0, column - 1), item: 0 },
      ArrowRight: { row, column: Math.min(columns.length - 1, column + 1), item: 0 },
      ArrowDown:
        item < lastItem(row, column)
          ? { row, column, item: item + 1 }
          : row < rows.length - 1
            ? { row: row + 1, column, item: 0 }
            : place,
      ArrowUp:
        item > 0
          ? { row, column, item: item - 1 }
          : row > 0
            ? { row: row - 1, column, item: lastItem(row - 1, column) }
            : place,
      Home: { row, column: 0, item: 0 },
      End: { row, column: columns.length - 1, item: 0 },
    }[event.key]
    if (!to) return
    event.preventDefault()
    go(to)
  }

  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is a table through which the arrows go
    <table ref={table} className="calendar-grid" role="grid" aria-label={label} onKeyDown={move}>
      <thead>
        <tr>
          <th scope="col">{corner}</th>
          {columns.map(({ id, name, isToday }) => (
            <th
              key={id}
              scope="col"
              className={isToday ? 'today' : ''}
              aria-current={isToday ? 'date' : undefined}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, name, cells }, row) => (
          <tr key={id} data-id={id}>
            <th scope="row">{name}</th>
            {cells.map((sessions, column) => {
              const isHere = row === place.row && column === place.column
              const item = Math.min(place.item, Math.max(0, sessions.length - 1))
              return (
                <td
                  key={columns[column]?.id}
                  data-cell={`${row}-${column}`}
                  tabIndex={sessions.length === 0 ? (isHere ? 0 : -1) : undefined}
                >
                  {sessions.map((one, index) => (
                    <SessionChip key={one.session.id} of={one} isNext={isHere && index === item} />
                  ))}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function SessionChip({
  of: { docketNumber, caseName, session },
  isNext,
}: {
  of: ListedSession
  isNext: boolean
}) {
  const { id, slot, kind, conflicts } = session
  if (!slot) return null
  const hasConflict = Boolean(conflicts?.length)
  return (
    <Link
      to="/sessions/$sessionId"
      params={{ sessionId: id }}
      className={`chip ${hasConflict ? 'bad' : ''}`}
      tabIndex={isNext ? 0 : -1}
      title={`${momentIn(slot.startsAt, slot.timeZone)}, ${caseName}, ${docketNumber}`}
      data-id={id}
    >
      <span className="at">
        <b className="number">{timeOfDay(slot.startsAt)}</b> {words.kind[kind]}
        {hasConflict ? <strong>{words.conflict}</strong> : null}
      </span>
      <b className="name">{caseName}</b>
      <span className="number docket">{docketNumber}</span>
    </Link>
  )
}
