import type { CalendarImported, Participant } from '@portico/sdk'
import { sessionKeys } from '../data/scheduling.ts'
import { portico } from '../data/session.ts'
import { CommandForm } from '../ui/command-form.tsx'
import { Field } from '../ui/fields.tsx'
import { useCommand } from '../ui/use-command.ts'
import { words } from '../words/sessions.ts'

const text = words.availability
const mostBytes = 5_000_000

/** The calendar of another program, with what became of each event that was not understood. */
export function ImportCalendar({ participant, timeZone }: { participant: Participant; timeZone: string }) {
  const command = useCommand({
    draft: {} as { file?: File | undefined },
    async run({ file }) {
      if (!file) return
      if (file.size > mostBytes) throw new Error(text.tooLarge)
      return portico().calendars.import({ participant, timeZone, calendar: await file.text() })
    },
    renews: sessionKeys,
  })
  const { answer } = command
  return (
    <CommandForm
      className="wide"
      title={text.import}
      command={command}
      send={text.importIt}
      sendKind="quiet"
      canSend={command.draft.file !== undefined}
      after={answer ? <Imported imported={answer} /> : null}
    >
      <Field label={text.file}>
        {(control) => (
          <input
            {...control}
            type="file"
            accept=".ics,text/calendar"
            onChange={({ target }) => {
              command.change({ file: target.files?.[0] })
              command.reset()
            }}
          />
        )}
      </Field>
    </CommandForm>
  )
}

function Imported({
  imported: { added, replaced, unchanged, removed, takenAsBusy, leftOut },
}: {
  imported: CalendarImported
}) {
  return (
    <div role="status">
      <p>{text.report(added, replaced, unchanged, removed)}</p>
      <EventList title={text.takenAsBusy(takenAsBusy.length)} events={takenAsBusy} />
      <EventList title={text.leftOut(leftOut.length)} events={leftOut} />
    </div>
  )
}

function EventList({ title, events }: { title: string; events: CalendarImported['leftOut'] }) {
  if (events.length === 0) return null
  return (
    <table className="plain-table" aria-label={title}>
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">{text.event}</th>
          <th scope="col">{text.why}</th>
        </tr>
      </thead>
      <tbody>
        {events.map(({ uid, summary, why }) => (
          <tr key={`${uid} ${why}`}>
            <th scope="row">
              {summary ?? uid}
              {summary ? <small>{uid}</small> : null}
            </th>
            <td>{why}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
