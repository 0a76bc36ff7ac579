import type { CalendarImported, Participant } from '@portico/sdk'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useRenewSessions } from '../data/scheduling.ts'
import { portico } from '../data/session.ts'
import { Button } from '../ui/button.tsx'
import { words } from '../words/sessions.ts'

const text = words.availability
const mostBytes = 5_000_000

/** The calendar of another program, with what became of each event that was not understood. */
export function ImportCalendar({ participant, timeZone }: { participant: Participant; timeZone: string }) {
  const id = useId()
  const renew = useRenewSessions()
  const [file, setFile] = useState<File>()
  const read = useMutation({
    mutationFn: async (chosen: File) => {
      if (chosen.size > mostBytes) throw new Error(text.tooLarge)
      return portico().calendars.import({ participant, timeZone, calendar: await chosen.text() })
    },
    onSuccess: renew,
  })
  function start(event: FormEvent) {
    event.preventDefault()
    if (file) read.mutate(file)
  }
  return (
    <form className="form wide" onSubmit={start} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{text.import}</h2>
      <div className="field">
        <label htmlFor={`${id}-file`}>{text.file}</label>
        <input
          id={`${id}-file`}
          type="file"
          accept=".ics,text/calendar"
          onChange={({ target }) => {
            setFile(target.files?.[0])
            read.reset()
          }}
        />
      </div>
      <p className="problem" role="alert">
        {read.error?.message}
      </p>
      <div className="buttons start">
        <Button type="submit" disabled={!file || read.isPending}>
          {text.importIt}
        </Button>
      </div>
      {read.data ? (
        <div role="status">
          <p>{text.report(read.data.added, read.data.replaced, read.data.unchanged, read.data.removed)}</p>
          <EventList title={text.takenAsBusy(read.data.takenAsBusy.length)} events={read.data.takenAsBusy} />
          <EventList title={text.leftOut(read.data.leftOut.length)} events={read.data.leftOut} />
        </div>
      ) : null}
    </form>
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
