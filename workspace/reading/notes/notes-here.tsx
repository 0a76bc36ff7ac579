import { useStore } from '../../data/store.ts'
import { useReading } from '../reading.ts'
import type { Note } from './fold.ts'
import { NoteEntry } from './notes-pane.tsx'
import type { NoteTaking } from './use-note-taking.ts'
import type { CaseNotes } from './use-notes.ts'

/** The notes on the page that is read, below the issues. */
export function NotesHere({
  notes,
  taking,
  onOpen,
}: {
  notes: CaseNotes
  taking: NoteTaking
  onOpen: (note: Note) => void
}) {
  const { page } = useReading()
  const here = notes.byPage.get(useStore(page))
  if (!here?.length) return null
  return (
    <div className="notes-here">
      {here.map((note) => (
        <NoteEntry
          key={note.id}
          note={note}
          notes={notes}
          isFocused={false}
          onOpen={onOpen}
          taking={taking}
        />
      ))}
    </div>
  )
}
