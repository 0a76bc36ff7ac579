import type { CalendarEntry, Participant } from '@portico/sdk'
import { sessionKeys } from '../data/scheduling.ts'
import { portico } from '../data/session.ts'
import { CommandDialog, CommandForm } from '../ui/command-form.tsx'
import { dayFromToday } from '../ui/dates.ts'
import { useCommand } from '../ui/use-command.ts'
import { words } from '../words/sessions.ts'
import { draftOf, type EntryDraft, EntryFields, entryOf } from './entry-fields.tsx'

const text = words.availability

/** A window that is added to a calendar: once, or again and again. */
export function EntryForm({ participant, timeZone }: { participant: Participant; timeZone: string }) {
  const command = useCommand({
    place: `availability.entry.${participant.kind}.${participant.id}`,
    draft: (): EntryDraft => ({
      effect: 'busy',
      starts: `${dayFromToday(1)}T09:00`,
      ends: `${dayFromToday(1)}T12:00`,
      timeZone,
      why: '',
      repeat: { every: 'never', on: [], times: 10 },
      except: [],
    }),
    run: (draft) => portico().calendars.add(entryOf(participant, draft)),
    renews: sessionKeys,
    done: text.added,
  })
  return (
    <CommandForm className="wide" title={text.add} command={command} send={text.save}>
      <EntryFields draft={command.draft} onChange={command.change} />
    </CommandForm>
  )
}

/** An entry that is changed in place: its times, its rule, and the days on which it does not come. */
export function ChangeEntry({ entry, onClose }: { entry: CalendarEntry; onClose: () => void }) {
  const command = useCommand({
    draft: () => draftOf(entry),
    run: (draft) => portico().calendars.change(entry.id, entryOf(entry.participant, draft)),
    renews: sessionKeys,
    done: text.changed,
    onDone: onClose,
  })
  return (
    <CommandDialog
      title={text.changeTitle}
      className="wide"
      command={command}
      send={text.saveChange}
      back={text.cancel}
      onClose={onClose}
      canClose={!command.isPending}
    >
      <EntryFields draft={command.draft} onChange={command.change} />
    </CommandDialog>
  )
}
