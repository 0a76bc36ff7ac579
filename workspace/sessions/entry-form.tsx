import type { CalendarEntry, Participant } from '@portico/sdk'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useDraft } from '../data/draft.ts'
import { useRenewSessions } from '../data/scheduling.ts'
import { portico } from '../data/session.ts'
import { Button } from '../ui/button.tsx'
import { dayFromToday } from '../ui/dates.ts'
import { Dialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toasts.tsx'
import { words } from '../words/sessions.ts'
import { draftOf, type EntryDraft, EntryFields, entryOf } from './entry-fields.tsx'

const text = words.availability

/** A window that is added to a calendar: once, or again and again. */
export function EntryForm({ participant, timeZone }: { participant: Participant; timeZone: string }) {
  const id = useId()
  const renew = useRenewSessions()
  const [draft, setDraft, clear] = useDraft<EntryDraft>(
    `availability.entry.${participant.kind}.${participant.id}`,
    () => ({
      effect: 'busy',
      starts: `${dayFromToday(1)}T09:00`,
      ends: `${dayFromToday(1)}T12:00`,
      timeZone,
      why: '',
      repeat: { every: 'never', on: [], times: 10 },
      except: [],
    }),
  )
  const add = useMutation({
    mutationFn: () => portico().calendars.add(entryOf(participant, draft)),
    onSuccess: async () => {
      clear()
      toast(text.added)
      await renew()
    },
  })
  function save(event: FormEvent) {
    event.preventDefault()
    add.mutate()
  }
  return (
    <form className="form wide" onSubmit={save} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{text.add}</h2>
      <EntryFields draft={draft} onChange={setDraft} />
      <p className="problem" role="alert">
        {add.error?.message}
      </p>
      <div className="buttons start">
        <Button kind="solid" type="submit" disabled={add.isPending}>
          {text.save}
        </Button>
      </div>
    </form>
  )
}

/** An entry that is changed in place: its times, its rule, and the days on which it does not come. */
export function ChangeEntry({ entry, onClose }: { entry: CalendarEntry; onClose: () => void }) {
  const renew = useRenewSessions()
  const [draft, setDraft] = useState(() => draftOf(entry))
  const change = useMutation({
    mutationFn: () => portico().calendars.change(entry.id, entryOf(entry.participant, draft)),
    onSuccess: async () => {
      toast(text.changed)
      onClose()
      await renew()
    },
  })
  function save(event: FormEvent) {
    event.preventDefault()
    change.mutate()
  }
  return (
    <Dialog title={text.changeTitle} onClose={onClose} canClose={!change.isPending}>
      <form className="form wide" onSubmit={save}>
        <EntryFields draft={draft} onChange={setDraft} />
        <p className="problem" role="alert">
          {change.error?.message}
        </p>
        <div className="buttons">
          <Button onClick={onClose} disabled={change.isPending}>
            {text.cancel}
          </Button>
          <Button kind="solid" type="submit" disabled={change.isPending}>
            {text.saveChange}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
