import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '../data/session.ts'
import { useTitle } from '../frame/title.ts'
import { Answer } from '../ui/answer.tsx'
import { Button } from '../ui/button.tsx'
import { useShortcuts } from '../ui/shortcuts.ts'
import { Skeleton, State } from '../ui/states.tsx'
import { StatusBar } from '../ui/status-bar.tsx'
import { toast } from '../ui/toasts.tsx'
import { words } from '../words/admin.ts'
import { words as lists } from '../words/lists.ts'
import { Clashes, Meanwhile } from './clashes.tsx'
import { type AdminPart, addEntry, adminParts, entriesOf, removeEntry } from './entries.ts'
import { EntryEditor } from './entry-editor.tsx'
import { placeOf } from './places.ts'
import { ReviewDialog } from './review-dialog.tsx'
import { type Drafting, useProfileDraft } from './use-profile-draft.ts'
import { Versions } from './versions.tsx'
import '../ui/form.css'
import '../ui/views.css'
import './admin.css'

/** What an administrator words and decides: letters, who gets which mail, who is told of what. */
export function Admin() {
  useTitle(words.title)
  const mayChange = useMay('changeProfile')
  const { query, drafting } = useProfileDraft()
  if (!mayChange)
    return (
      <State title={words.noPermission.title} level="h1">
        {words.noPermission.text}
      </State>
    )
  return <Answer query={query}>{() => (drafting ? <Desk drafting={drafting} /> : <Skeleton />)}</Answer>
}

function Desk({ drafting }: { drafting: Drafting }) {
  const { part: asked } = useParams({ strict: false }) as { part?: string }
  const { entry: wanted } = useSearch({ from: '/frame/admin' })
  const navigate = useNavigate()
  const [isReviewing, review] = useState(false)
  const part = adminParts.find((one) => one === asked) ?? 'letters'
  const entries = part === 'versions' ? [] : entriesOf(part, drafting.profile)
  const current = wanted ?? entries[0]?.id
  const touched = new Set(drafting.changes.map(({ place }) => keyOf(place, drafting)))
  const wrong = new Set((drafting.trial?.faults ?? []).map(({ place }) => keyOf(place, drafting)))
  const count = drafting.changes.length
  const faults = drafting.trial?.faults.length ?? 0

  const go = (to: AdminPart, entry?: string) =>
    void navigate({ to: '/admin/$part', params: { part: to }, search: entry ? { entry } : {} })
  const step = (by: number) => {
    const at = entries.findIndex(({ id }) => id === current)
    const next = entries[Math.min(entries.length - 1, Math.max(0, at + by))]
    if (next) go(part, next.id)
  }
  const add = () => {
    if (part === 'versions') return
    const { parts, entry } = addEntry(part, drafting.profile)
    drafting.change(parts)
    go(part, entry)
  }
  const remove = (entry: string, label: string) => {
    if (part === 'versions') return
    const before = drafting.profile
    const { key, parts } = removeEntry(part, before, entry)
    drafting.change(parts)
    go(part)
    const undo = () => {
      drafting.change({ [key]: before[key] })
      go(part, entry)
    }
    toast(words.removed(label), { action: { label: words.undo, run: undo } })
  }
  const isReady = count > 0 && drafting.clashes.length === 0

  useShortcuts(words.title, [
    { keys: ['j'], name: words.keys.next, run: () => step(1), repeats: true },
    { keys: ['k'], name: words.keys.previous, run: () => step(-1), repeats: true },
    { keys: ['mod+s'], name: words.keys.save, inFields: true, run: () => isReady && review(true) },
    { keys: ['a'], name: words.keys.add, run: add },
  ])

  return (
    <div className="admin-screen">
      <header className="screen-head">
        <h1>{words.title}</h1>
        <span className="soft" role="status">
          {count === 0 ? words.bar.none : words.bar.changes(count)}
          {faults > 0 ? <span className="problem"> · {words.bar.faults(faults)}</span> : null}
        </span>
        <span className="right">
          {count > 0 ? (
            <Button
              kind="plain"
              onClick={() => {
                drafting.discard()
                toast(words.bar.discarded)
              }}
            >
              {words.bar.discard}
            </Button>
          ) : null}
          <Button kind="solid" disabled={!isReady} onClick={() => review(true)}>
            {words.bar.review}
          </Button>
        </span>
      </header>
      <Meanwhile drafting={drafting} />
      <div className="admin-body">
        <nav className="views" aria-label={words.nav}>
          <ul>
            {adminParts.map((one) => (
              <li key={one} data-id={one}>
                <Link
                  to="/admin/$part"
                  params={{ part: one }}
                  search={{}}
                  activeProps={{}}
                  className={one === part ? 'on' : ''}
                  aria-current={one === part ? 'page' : undefined}
                >
                  <span className="name">{words.parts[one]}</span>
                </Link>
              </li>
            ))}
          </ul>
          {part === 'versions' ? null : (
            <>
              <h2>{words.parts[part]}</h2>
              <ul>
                {entries.map(({ id, label, note }) => (
                  <li key={id} data-id={id}>
                    <Link
                      to="/admin/$part"
                      params={{ part }}
                      search={{ entry: id }}
                      activeProps={{}}
                      className={id === current ? 'on' : ''}
                      aria-current={id === current ? 'true' : undefined}
                    >
                      <span className="name">{label}</span>
                      <Mark isTouched={touched.has(`${part} ${id}`)} isWrong={wrong.has(`${part} ${id}`)} />
                      {note ? <span className="count">{note}</span> : null}
                    </Link>
                  </li>
                ))}
              </ul>
              <Button kind="plain" className="add" onClick={add}>
                {words.add[part]}
              </Button>
            </>
          )}
        </nav>
        {drafting.clashes.length > 0 ? (
          <Clashes drafting={drafting} />
        ) : part === 'versions' ? (
          <Versions />
        ) : entries.length === 0 ? (
          <State title={words.empty[part].title}>{words.empty[part].text}</State>
        ) : (
          <EntryEditor
            key={`${part} ${current}`}
            part={part}
            entry={current ?? ''}
            drafting={drafting}
            onRemove={remove}
          />
        )}
      </div>
      <StatusBar
        hints={[
          { keys: ['j', 'k'], name: words.hints.move },
          { keys: ['mod+s'], name: words.hints.save },
          { keys: ['?'], name: lists.shortcuts },
        ]}
      />
      {isReviewing ? (
        <ReviewDialog
          drafting={drafting}
          onClose={() => review(false)}
          onGo={(place) => {
            const at = placeOf(place, drafting.profile)
            review(false)
            if (at) go(at.part, at.entry)
          }}
        />
      ) : null}
    </div>
  )
}

function keyOf(place: string, { profile }: Drafting): string {
  const at = placeOf(place, profile)
  return `${at?.part} ${at?.entry}`
}

function Mark({ isTouched, isWrong }: { isTouched: boolean; isWrong: boolean }) {
  if (!isTouched && !isWrong) return null
  return (
    <span
      className={`mark ${isWrong ? 'bad' : ''}`}
      role="img"
      aria-label={isWrong ? words.wrong : words.unsaved}
    >
      {isWrong ? '!' : '•'}
    </span>
  )
}
