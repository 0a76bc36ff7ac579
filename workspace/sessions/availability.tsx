import type { CalendarEntry, Participant } from '@portico/sdk'
import { useQuery } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useProfile } from '../data/profile.ts'
import { availabilityQuery, sessionKeys } from '../data/scheduling.ts'
import { portico } from '../data/session.ts'
import { Answer } from '../ui/answer.tsx'
import { IconButton } from '../ui/button.tsx'
import { calendarDay, ownTimeZone } from '../ui/dates.ts'
import { State } from '../ui/states.tsx'
import { useCommand } from '../ui/use-command.ts'
import { words } from '../words/sessions.ts'
import { ChangeEntry, EntryForm } from './entry-form.tsx'
import { ImportCalendar } from './import-calendar.tsx'
import type { PartProps } from './part-props.ts'
import { ParticipantPicker, participantOf } from './participant-picker.tsx'
import { repeatWords } from './repeat-words.ts'

const text = words.availability

/** When a person, a room or a location can, and cannot: entries, and calendars of other programs. */
export function Availability({ search, change }: PartProps) {
  const who = participantOf(search.kind, search.who)
  return (
    <>
      <header className="screen-head">
        <h1>{words.parts.availability}</h1>
        <span className="soft">{text.about}</span>
      </header>
      <div className="tools">
        <ParticipantPicker value={who} onChange={(next) => change({ kind: next?.kind, who: next?.id })} />
      </div>
      <div className="scrolled padded">
        {who ? (
          <Entries key={`${who.kind} ${who.id}`} participant={who} />
        ) : (
          <State title={text.choose.title}>{text.choose.text}</State>
        )}
      </div>
    </>
  )
}

function Entries({ participant }: { participant: Participant }) {
  const found = useQuery(availabilityQuery(participant))
  const timeZone = useZoneOf(participant)
  return (
    <>
      <section>
        <h2>{text.list}</h2>
        <Answer query={found}>
          {(entries) =>
            entries.length === 0 ? <p className="faint">{text.empty}</p> : <EntryTable entries={entries} />
          }
        </Answer>
      </section>
      <EntryForm participant={participant} timeZone={timeZone} />
      <ImportCalendar participant={participant} timeZone={timeZone} />
    </>
  )
}

function EntryTable({ entries }: { entries: readonly CalendarEntry[] }) {
  const [changing, setChanging] = useState<CalendarEntry>()
  const remove = useCommand({
    run: (_, entryId: string) => portico().calendars.remove(entryId),
    renews: sessionKeys,
    done: text.removed,
    problemOf: ({ message }) => words.failed(message),
    hasForm: false,
  })
  return (
    <>
      <table className="plain-table" aria-label={text.list}>
        <thead>
          <tr>
            <th scope="col">{text.effect}</th>
            <th scope="col">{text.when}</th>
            <th scope="col">{text.zone}</th>
            <th scope="col">{text.repeats}</th>
            <th scope="col">{text.why}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => {
            const { id, effect, starts, ends, timeZone, repeats, except = [], why, uid, unclear } = entry
            return (
              <tr key={id} data-id={id}>
                <th scope="row">
                  <span className={`badge ${effect === 'free' ? 'good' : 'bad'}`}>{text[effect]}</span>
                </th>
                <td className="number">{span(starts, ends)}</td>
                <td>{timeZone}</td>
                <td>
                  {repeatWords(repeats, timeZone)}
                  {except.length > 0 ? <small>{text.notOn(except.map(calendarDay).join(', '))}</small> : null}
                </td>
                <td>
                  {why}
                  {uid ? <small>{text.imported}</small> : null}
                  {unclear ? <small>{text.unclear(unclear)}</small> : null}
                </td>
                <td className="acts">
                  {uid ? null : (
                    <IconButton
                      name={text.change(localTime(starts))}
                      icon={<Pencil />}
                      onClick={() => setChanging(entry)}
                    />
                  )}
                  <IconButton
                    name={text.remove(localTime(starts))}
                    icon={<Trash2 />}
                    disabled={remove.isPending}
                    onClick={() => remove.send(id)}
                  />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {changing ? <ChangeEntry entry={changing} onClose={() => setChanging(undefined)} /> : null}
    </>
  )
}

/** As the clock of its own zone shows it: `5 Mar 2096, 09:00`. */
const localTime = (written: string) => `${calendarDay(written.slice(0, 10))}, ${written.slice(11)}`

const span = (starts: string, ends: string) =>
  starts.slice(0, 10) === ends.slice(0, 10)
    ? `${localTime(starts)}–${ends.slice(11)}`
    : `${localTime(starts)} – ${localTime(ends)}`

/** Of a place its own; of people that of the reader, who may say another. */
function useZoneOf({ kind, id }: Participant): string {
  const locations = useProfile()?.sessions.locations ?? []
  const at = locations.find(({ name, rooms = [] }) =>
    kind === 'location' ? name === id : kind === 'room' && rooms.some((room) => room.name === id),
  )
  return at?.timeZone ?? ownTimeZone()
}
