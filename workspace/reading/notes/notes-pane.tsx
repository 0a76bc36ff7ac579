import { useVirtualizer } from '@tanstack/react-virtual'
import { Link2, Move, Pencil, Reply, Trash2 } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useNameOf } from '../../data/people.ts'
import { IconButton } from '../../ui/button.tsx'
import { age, calendarDay } from '../../ui/dates.ts'
import { State } from '../../ui/states.tsx'
import { words } from '../../words/reading.ts'
import { useReading } from '../reading.ts'
import { byPage, byRelevantDate, type Note } from './fold.ts'
import type { NoteTaking } from './use-note-taking.ts'
import type { CaseNotes } from './use-notes.ts'

const { notes: text } = words

/** All notes of the case, by page or as a timeline of the days they are about. */
export function NotesPane({
  notes,
  focused,
  onOpen,
  taking,
}: {
  notes: CaseNotes
  focused: string | undefined
  onOpen: (note: Note) => void
  taking: Pick<NoteTaking, 'edit' | 'move' | 'reply' | 'remove'>
}) {
  const [order, setOrder] = useState<'page' | 'date'>('page')
  const [isMine, setMine] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const shown = useMemo(() => {
    const wanted = isMine ? notes.own.filter(notes.isMine) : notes.own
    return order === 'page' ? byPage(wanted) : byRelevantDate(wanted)
  }, [notes, order, isMine])
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => list.current,
    estimateSize: () => 76,
    getItemKey: (index) => shown[index]?.id ?? index,
    overscan: 6,
  })
  const focusedIndex = shown.findIndex(({ id }) => id === focused)
  const { scrollToIndex } = virtual
  useEffect(() => {
    if (focusedIndex >= 0) scrollToIndex(focusedIndex, { align: 'auto' })
  }, [focusedIndex, scrollToIndex])

  if (!notes.isLoading && notes.all.length === 0) return <State title={text.none}>{text.noneText}</State>
  return (
    <div className="notes-pane">
      <fieldset className="choices" aria-label={text.order}>
        <button type="button" aria-pressed={order === 'page'} onClick={() => setOrder('page')}>
          {text.byPage}
        </button>
        <button type="button" aria-pressed={order === 'date'} onClick={() => setOrder('date')}>
          {text.byDate}
        </button>
        <label>
          <input type="checkbox" checked={isMine} onChange={(event) => setMine(event.target.checked)} />
          {text.onlyMine}
        </label>
      </fieldset>
      <div ref={list} className="note-list">
        <ul className="long" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ key, index, start }) => {
            const note = shown[index]
            if (!note) return null
            const before = shown[index - 1]
            const isNewDay = order === 'date' && (index === 0 || before?.relevantDate !== note.relevantDate)
            return (
              <li
                key={key}
                ref={virtual.measureElement}
                data-index={index}
                data-id={note.id}
                style={{ transform: `translateY(${start}px)` }}
              >
                {isNewDay ? (
                  <h3>{note.relevantDate ? calendarDay(note.relevantDate) : text.undated}</h3>
                ) : null}
                <NoteEntry
                  note={note}
                  notes={notes}
                  isFocused={note.id === focused}
                  onOpen={onOpen}
                  taking={taking}
                />
              </li>
            )
          })}
        </ul>
      </div>
    </div>
  )
}

export function NoteEntry({
  note,
  notes,
  isFocused,
  onOpen,
  taking,
}: {
  note: Note
  notes: CaseNotes
  isFocused: boolean
  onOpen: (note: Note) => void
  taking: Pick<NoteTaking, 'edit' | 'move' | 'reply' | 'remove'>
}) {
  const { say, may } = useReading()
  const author = useNameOf(note.createdBy)
  const { comment, quote, page, createdAt, relevantDate, visibility, orphaned, isPending } = note
  const copy = () => {
    const link = new URL(location.href)
    link.pathname = link.pathname.replace(/\/read(\/.*)?$/, `/read/pages/${page}`)
    link.search = `?annotation=${note.id}`
    void navigator.clipboard.writeText(link.href).then(() => say(text.linkCopied))
  }
  return (
    <article className={`note ${isFocused ? 'now' : ''} ${isPending ? 'pending' : ''}`}>
      <button type="button" className="words" aria-current={isFocused} onClick={() => onOpen(note)}>
        {quote ? <q>{quote}</q> : null}
        {comment ? <span className="comment">{comment}</span> : null}
        {!quote && !comment ? <span className="faint">{text.box}</span> : null}
        <span className="by">
          {text.by(notes.isMine(note) ? text.you : author, age(createdAt))}
          {visibility ? ` · ${text.visibilities[visibility]}` : ''} · {text.page(page)}
          {relevantDate ? ` · ${calendarDay(relevantDate)}` : ''}
          {orphaned ? ` · ${text.orphaned}` : ''}
        </span>
      </button>
      <span className="actions">
        {may('annotate') && !note.replyTo ? (
          <IconButton name={text.reply} icon={<Reply />} onClick={() => taking.reply(note)} />
        ) : null}
        <IconButton name={text.link} icon={<Link2 />} onClick={copy} />
        {notes.mayChange(note) && !note.replyTo ? (
          <IconButton name={text.move} icon={<Move />} onClick={() => taking.move(note)} />
        ) : null}
        {notes.mayChange(note) ? (
          <IconButton name={text.edit} icon={<Pencil />} onClick={() => taking.edit(note)} />
        ) : null}
        {notes.mayRemove(note) ? (
          <IconButton
            name={text.remove}
            icon={<Trash2 />}
            onClick={({ currentTarget }) => {
              focusBeside(currentTarget)
              void taking.remove(note)
            }}
          />
        ) : null}
      </span>
      {notes.repliesTo(note.id).map((reply) => (
        <NoteEntry
          key={reply.id}
          note={reply}
          notes={notes}
          isFocused={false}
          onOpen={onOpen}
          taking={taking}
        />
      ))}
    </article>
  )
}

/** Moves the focus from a note that vanishes to the next one, or the one before, or the pages. */
function focusBeside(button: HTMLElement) {
  const leaving = button.closest('.note')
  const others = [...document.querySelectorAll<HTMLElement>('.side .note > .words')].filter(
    (words) => !leaving?.contains(words),
  )
  const isAfter = (words: HTMLElement) =>
    button.compareDocumentPosition(words) & Node.DOCUMENT_POSITION_FOLLOWING
  const next = others.find(isAfter) ?? others.at(-1) ?? document.querySelector<HTMLElement>('.pages')
  next?.focus({ preventScroll: true })
}
