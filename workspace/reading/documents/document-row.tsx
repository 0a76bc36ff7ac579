import type { DocumentSummary } from '@portico/sdk'
import type { DragEvent, MouseEvent } from 'react'
import { calendarDay } from '../../ui/dates.ts'
import { words } from '../../words/reading.ts'
import { type Category, CategoryMark } from './category.tsx'

export type DocumentRowProps = {
  document: DocumentSummary
  category: Category | undefined
  notes: number
  /** In the words of the profile. */
  type: string | undefined
  copyOf: string | undefined
  /** How many copies of it are not listed. */
  folded: number
  isOpen: boolean
  isSelected: boolean
  isDropTarget: boolean
  canDrag: boolean
  elementId: string
  top: number
  height: number
  position: number
  count: number
  onOpen: (event: MouseEvent) => void
  onEdit: () => void
  onDrag: (event: DragEvent, what: 'start' | 'over' | 'drop' | 'end') => void
}

export function DocumentRow(props: DocumentRowProps) {
  const { document, category, notes, type, folded, copyOf, isOpen, isSelected, isDropTarget, top, height } =
    props
  const { id, name, startPage, endPage, receiptDate, description, tags, read, unreadable } = document
  const [first, ...more] = tags
  const classes = [
    'document',
    isOpen && 'open',
    read && 'read',
    isSelected && 'selected',
    isDropTarget && 'drop',
  ]
  /** The rest of the line makes room for these. */
  const signs = [
    notes ? words.documents.notes(notes) : '',
    unreadable ? words.documents.unreadable : '',
    copyOf ?? '',
    folded ? words.documents.copies(folded) : '',
  ].filter(Boolean)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the keys of all its options
    // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus and names the active option
    <div
      role="option"
      aria-selected={isOpen || isSelected}
      aria-posinset={props.position + 1}
      aria-setsize={props.count}
      data-id={id}
      id={props.elementId}
      className={classes.filter(Boolean).join(' ')}
      style={{ transform: `translateY(${top}px)`, height }}
      draggable={props.canDrag}
      onClick={props.onOpen}
      onDoubleClick={props.onEdit}
      onDragStart={(event) => props.onDrag(event, 'start')}
      onDragOver={(event) => props.onDrag(event, 'over')}
      onDrop={(event) => props.onDrag(event, 'drop')}
      onDragEnd={(event) => props.onDrag(event, 'end')}
    >
      <span className="mark" />
      <span className="hidden-visually">{read ? words.documents.read : words.documents.unread}</span>
      <CategoryMark category={category} />
      <span className="name" title={name}>
        {name}
      </span>
      <span className="count">{words.documents.pages(endPage - startPage + 1)}</span>
      <span className="facts">
        <span className="received">{calendarDay(receiptDate)}</span>
        <span className="about">
          {type && type !== name ? `${type} · ` : ''}
          {words.documents.range(startPage, endPage)}
          {description ? <> · {description}</> : null}
        </span>
        {first ? (
          <span className="tags" title={tags.join(', ')}>
            <span className="tag">{first}</span>
            {more.length > 0 ? (
              <span className="more">
                {words.documents.moreTags(more.length)}
                <span className="hidden-visually"> {more.join(', ')}</span>
              </span>
            ) : null}
          </span>
        ) : null}
        {signs.length ? (
          <span className="signs" title={signs.join(' · ')}>
            {signs.join(' · ')}
          </span>
        ) : null}
      </span>
    </div>
  )
}
