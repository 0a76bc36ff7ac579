import { useNameOf } from '../../data/people.ts'
import { words } from '../../words/reading.ts'
import { placed } from '../pages/placed.ts'
import { kindOf } from './draft.ts'
import { byPage, type Note, topOf } from './fold.ts'

/** The notes on a page: their marks, and a pin for each that leads to its words. */
export function NoteMarks({
  notes,
  focused,
  onOpen,
}: {
  notes: readonly Note[]
  focused: string | undefined
  onOpen: (note: Note) => void
}) {
  return (
    <>
      <Highlights notes={notes} />
      {byPage(notes).map((note, index) => (
        <NoteMark
          key={note.id}
          note={note}
          number={index + 1}
          isFocused={note.id === focused}
          onOpen={() => onOpen(note)}
        />
      ))}
    </>
  )
}

/** In one layer: the words stay legible however often they are highlighted. */
function Highlights({ notes }: { notes: readonly Note[] }) {
  return (
    <div className="highlights">
      {notes
        .filter((note) => kindOf(note) === 'highlight')
        .flatMap(({ id, rects = [] }) =>
          rects.map((box) => (
            <i key={`${id} ${box.left} ${box.top}`} className="marked highlight" style={placed(box)} />
          )),
        )}
    </div>
  )
}

function NoteMark({
  note,
  number,
  isFocused,
  onOpen,
}: {
  note: Note
  number: number
  isFocused: boolean
  onOpen: () => void
}) {
  const { id, rects, x, y, page, createdBy, comment, isPending } = note
  const about = words.notes.on(words.notes[kindOf(note)], page, useNameOf(createdBy))
  const isNow = isFocused ? 'now' : ''
  const at = {
    left: rects?.length ? Math.max(...rects.map(({ right }) => right)) : (x ?? 0.94),
    top: topOf(note),
  }
  return (
    <div className="note-marks">
      {rects?.map((box) => (
        <i
          key={`${box.left} ${box.top}`}
          className={`marked ${kindOf(note) === 'box' ? 'box' : ''} ${isNow}`}
          style={placed(box)}
        />
      )) ?? null}
      <button
        type="button"
        className={`pin ${isNow} ${isPending ? 'pending' : ''}`}
        data-annotation={id}
        aria-label={`${number}: ${about}${comment ? `: ${comment}` : ''}`}
        title={comment}
        style={{ left: `${at.left * 100}%`, top: `${(rects?.length ? at.top : (y ?? 0.02)) * 100}%` }}
        onClick={onOpen}
      >
        {number}
      </button>
    </div>
  )
}
