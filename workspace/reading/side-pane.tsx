import type { Store } from '../data/store.ts'
import { Button } from '../ui/button.tsx'
import { words } from '../words/reading.ts'
import { CoveragePane } from './covered/coverage-pane.tsx'
import { IssuesPane } from './issues/issues-pane.tsx'
import type { Deciding } from './issues/use-deciding.ts'
import type { CaseIssues } from './issues/use-issues.ts'
import type { Note } from './notes/fold.ts'
import { NoteForm } from './notes/note-form.tsx'
import { NotesHere } from './notes/notes-here.tsx'
import { NotesPane } from './notes/notes-pane.tsx'
import { UnsavedNotes } from './notes/unsaved-notes.tsx'
import type { NoteTaking } from './notes/use-note-taking.ts'
import type { CaseNotes } from './notes/use-notes.ts'
import { openPane } from './panes.tsx'
import { useReading } from './reading.ts'
import { SearchPane } from './search/search-pane.tsx'
import type { SearchOfCase } from './search/use-search.ts'
import { SideTabs } from './side-tabs.tsx'
import './side.css'

type Props = {
  issues: CaseIssues
  deciding: Deciding
  notes: CaseNotes
  taking: NoteTaking
  focusedNote: string | undefined
  onNote: (note: Note) => void
  search: SearchOfCase
  seen: Store<ReadonlySet<number>>
}

/** Beside the page: issues, notes, search and coverage. */
export function SidePane(props: Props) {
  const { openSide } = useReading()
  const open = openPane.use()
  const { notes, search } = props
  const counts = { notes: notes.all.length, search: search.query ? search.hits.total : 0 }
  return (
    <SideTabs open={open} onOpen={openSide} counts={counts}>
      {open === 'issues' ? (
        <Issues {...props} />
      ) : open === 'notes' ? (
        <Notes {...props} />
      ) : open === 'search' ? (
        <Search {...props} />
      ) : (
        <CoveragePane seen={props.seen} />
      )}
    </SideTabs>
  )
}

function Issues({ issues, deciding, notes, taking, onNote }: Props) {
  return (
    <>
      <IssuesPane
        issues={issues}
        focused={deciding.focused}
        onFocus={deciding.setFocused}
        onDecide={deciding.setDeciding}
        onUncite={deciding.uncite}
      />
      <NotesHere notes={notes} taking={taking} onOpen={onNote} />
    </>
  )
}

function Notes({ notes, taking, focusedNote, onNote }: Props) {
  const { may } = useReading()
  const { draft } = taking
  return (
    <>
      {draft && !draft.isPlacing ? (
        <NoteForm
          key={taking.draftId}
          draft={draft}
          problem={taking.problem}
          onChange={taking.setDraft}
          onSave={() => void taking.save()}
          onLeave={taking.leave}
          onCancel={taking.cancel}
        />
      ) : may('annotate') ? (
        <div className="take">
          <Button shortcut="c" onClick={taking.comment}>
            {words.notes.point}
          </Button>
          <Button shortcut="h" onClick={taking.highlight}>
            {words.notes.highlight}
          </Button>
          <Button shortcut="b" onClick={taking.box}>
            {words.notes.box}
          </Button>
        </div>
      ) : null}
      <UnsavedNotes taking={taking} />
      <NotesPane notes={notes} focused={focusedNote} onOpen={onNote} taking={taking} />
    </>
  )
}

function Search({ search, notes, onNote }: Props) {
  const { goTo } = useReading()
  return (
    <SearchPane
      hits={search.hits}
      now={search.now}
      field={search.field}
      filter={search.filter}
      onFilter={search.setFilter}
      onSearch={search.find}
      onMore={search.hits.more}
      onAnnotation={(id, page) => {
        const note = notes.byId?.get(id)
        if (note) onNote(note)
        else goTo({ page })
      }}
    />
  )
}
