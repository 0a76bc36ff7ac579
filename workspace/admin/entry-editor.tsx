import { useQuery } from '@tanstack/react-query'
import { keys } from '../data/keys.ts'
import { portico } from '../data/session.ts'
import { Button } from '../ui/button.tsx'
import { State } from '../ui/states.tsx'
import { words } from '../words/admin.ts'
import { type EntryPart, nameFrom, sectionOf } from './entries.ts'
import { Faults, type FaultsAt, TextField } from './fields.tsx'
import { LetterEditor } from './letter-editor.tsx'
import { LetterTrial } from './letter-trial.tsx'
import { LetterheadEditor } from './letterhead-editor.tsx'
import { MailTypeEditor } from './mail-type-editor.tsx'
import { NotificationEditor } from './notification-editor.tsx'
import { NotificationTrial } from './notification-trial.tsx'
import { letterheadEntry, timesEntry } from './places.ts'
import type { Parts } from './profile-draft.ts'
import { Replay } from './replay.tsx'
import { TimesEditor } from './times-editor.tsx'
import type { Drafting } from './use-profile-draft.ts'

const fieldsQuery = {
  queryKey: [...keys.profile, 'fields'],
  queryFn: () => portico().profile.fields(),
  staleTime: Number.POSITIVE_INFINITY,
}

/** One entry of the profile, and beside it what it does. */
export function EntryEditor({
  part,
  entry,
  drafting,
  onRemove,
}: {
  part: EntryPart
  entry: string
  drafting: Drafting
  onRemove: (entry: string, label: string) => void
}) {
  const { profile, trial } = drafting
  const known = useQuery(fieldsQuery).data
  const key = sectionOf[part]
  const list = profile[key] as { name: string; label: string }[]
  const index = list.findIndex(({ name }) => name === entry)
  const at = index < 0 ? '' : `${key}[${index}]`
  const faultsIn =
    (place: string): FaultsAt =>
    (field) =>
      (trial?.faults ?? []).filter((fault) =>
        field === ''
          ? fault.place === place
          : `${fault.place}.`.startsWith(`${place}.${field}.`) ||
            fault.place.startsWith(`${place}.${field}[`),
      )
  const faultsAt = faultsIn(at)

  if (entry === letterheadEntry)
    return (
      <>
        <Pane title={words.letterhead.title}>
          <LetterheadEditor
            letterhead={profile.letterhead}
            faultsAt={faultsIn('letterhead')}
            onChange={(letterhead) => drafting.change({ letterhead })}
          />
        </Pane>
        <LetterTrial profile={profile} />
      </>
    )
  if (entry === timesEntry)
    return (
      <Pane title={words.times.title}>
        <TimesEditor
          times={profile.notificationTimes}
          fields={known?.digest ?? []}
          faultsAt={faultsIn('notificationTimes')}
          onChange={(notificationTimes) => drafting.change({ notificationTimes })}
        />
      </Pane>
    )
  const one = list[index]
  if (!one) return <State title={words.notThere.title}>{words.notThere.text}</State>

  const put = (changed: object) =>
    drafting.change({
      [key]: list.map((other) => (other.name === entry ? changed : other)),
    } as Partial<Parts>)
  const { label } = one
  const head = (
    <>
      <TextField
        label={words.fields.label}
        value={label}
        maxLength={200}
        faults={faultsAt('label')}
        onChange={(value) => put({ ...one, label: value })}
      />
      <Faults faults={[...faultsAt(''), ...faultsAt('name')]} />
    </>
  )
  const letter = profile.letters[index]
  const mailType = profile.mailTypes[index]
  const notification = profile.notifications[index]
  return (
    <>
      <Pane title={label || nameFrom(entry, [])} note={entry} onRemove={() => onRemove(entry, label)}>
        {head}
        {part === 'letters' && letter ? (
          <LetterEditor
            letter={letter}
            profile={profile}
            fields={known?.letters ?? []}
            faultsAt={faultsAt}
            onChange={put}
          />
        ) : null}
        {part === 'mail' && mailType ? (
          <MailTypeEditor mailType={mailType} profile={profile} faultsAt={faultsAt} onChange={put} />
        ) : null}
        {part === 'notifications' && notification ? (
          <NotificationEditor
            notification={notification}
            profile={profile}
            known={known}
            faultsAt={faultsAt}
            onChange={put}
          />
        ) : null}
      </Pane>
      {part === 'letters' && letter ? <LetterTrial profile={profile} letter={letter} /> : null}
      {part === 'mail' ? <Replay drafting={drafting} /> : null}
      {part === 'notifications' && notification ? <NotificationTrial notification={notification} /> : null}
    </>
  )
}

function Pane({
  title,
  note,
  onRemove,
  children,
}: {
  title: string
  note?: string
  onRemove?: () => void
  children: React.ReactNode
}) {
  return (
    <section className="entry" aria-label={title}>
      <header>
        <h2>{title}</h2>
        {note ? <span className="faint entry-name">{note}</span> : null}
        {onRemove ? (
          <Button kind="plain" onClick={onRemove}>
            {words.remove}
          </Button>
        ) : null}
      </header>
      <div className="form">{children}</div>
    </section>
  )
}
