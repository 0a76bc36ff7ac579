import type { ListedSession, Participant } from '@portico/sdk'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useProfile } from '../data/profile.ts'
import { periodQuery } from '../data/scheduling.ts'
import { Answer } from '../ui/answer.tsx'
import { Button } from '../ui/button.tsx'
import {
  calendarDay,
  dayFromToday,
  dayOf,
  daysAfter,
  hourOf,
  ownTimeZone,
  weekday,
  weekOf,
} from '../ui/dates.ts'
import { useShortcuts } from '../ui/shortcuts.ts'
import { StatusBar } from '../ui/status-bar.tsx'
import { words as lists } from '../words/lists.ts'
import { words } from '../words/sessions.ts'
import { CalendarGrid, type GridRow } from './calendar-grid.tsx'
import { type CalendarRow, calendarRows, hoursShown, type RowsBy } from './calendar-rows.ts'
import type { PartProps } from './part-props.ts'
import { ParticipantPicker, participantOf } from './participant-picker.tsx'

const text = words.calendar
const rowNames: Record<RowsBy, string> = {
  room: text.byRoom,
  person: text.byPerson,
  location: text.byLocation,
}

/** What is placed in a week or on a day, by room, person or location. */
export function Calendar({ search, change }: PartProps) {
  const locations = useProfile()?.sessions.locations
  const day = search.day ?? dayFromToday()
  const span = search.span ?? 'week'
  const by = search.by ?? 'room'
  const days = span === 'week' ? weekOf(day) : [day]
  const first = days[0] ?? day
  const last = days.at(-1) ?? day
  const who = participantOf(search.kind, search.who)
  const found = useQuery({
    ...periodQuery(first, daysAfter(last, 1), who),
    placeholderData: keepPreviousData,
  })
  const step = (by: number) => change({ day: daysAfter(day, by * days.length) })
  useShortcuts(words.parts.calendar, [
    { keys: ['n'], name: text.next, run: () => step(1), repeats: true },
    { keys: ['p'], name: text.previous, run: () => step(-1), repeats: true },
    { keys: ['t'], name: text.today, run: () => change({ day: undefined }) },
    { keys: ['w'], name: text.week, run: () => change({ span: undefined }) },
    { keys: ['d'], name: text.day, run: () => change({ span: 'day' }) },
  ])
  const label = text.label(calendarDay(first), calendarDay(last))
  const otherwise = by === 'person' ? text.nobody : text.noPlace
  return (
    <>
      <header className="screen-head">
        <h1>{words.parts.calendar}</h1>
        <span className="soft" role="status">
          {found.data ? words.count(lists.count(found.data.length, true)) : ''}
        </span>
        <span className="right">
          <Button onClick={() => step(-1)} shortcut="p">
            {text.previous}
          </Button>
          <Button onClick={() => change({ day: undefined })} shortcut="t">
            {text.today}
          </Button>
          <Button onClick={() => step(1)} shortcut="n">
            {text.next}
          </Button>
        </span>
      </header>
      <div className="tools">
        <label>
          {text.date}{' '}
          <input
            type="date"
            className="input"
            value={day}
            onChange={({ target }) => target.value && change({ day: target.value })}
          />
        </label>
        <label>
          {text.span}{' '}
          <select
            className="input"
            value={span}
            onChange={({ target }) => change({ span: target.value === 'day' ? 'day' : undefined })}
          >
            <option value="week">{text.week}</option>
            <option value="day">{text.day}</option>
          </select>
        </label>
        <label>
          {text.by}{' '}
          <select
            className="input"
            value={by}
            onChange={({ target }) => change({ by: target.value as RowsBy })}
          >
            {Object.entries(rowNames).map(([name, label]) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <ParticipantPicker
          value={who}
          label={words.who.whose}
          all={words.who.all}
          onChange={(next: Participant | undefined) => change({ kind: next?.kind, who: next?.id })}
        />
      </div>
      <div className="scrolled">
        <Answer query={found}>
          {(sessions) => {
            const rows = calendarRows(sessions, by, locations, otherwise)
            return (
              <>
                {rows.length === 0 ? null : span === 'week' ? (
                  <CalendarGrid
                    key={`week ${by}`}
                    label={label}
                    corner={rowNames[by]}
                    columns={days.map((one) => ({
                      id: one,
                      name: weekday(one),
                      isToday: one === dayFromToday(),
                    }))}
                    rows={byDay(rows, days)}
                  />
                ) : (
                  <CalendarGrid
                    key={`day ${by}`}
                    label={label}
                    corner={text.hour}
                    columns={rows.map(({ id, name }) => ({ id: id || 'none', name }))}
                    rows={byHour(rows, sessions)}
                  />
                )}
                {sessions.length === 0 ? <p className="note soft">{text.none}</p> : null}
              </>
            )
          }}
        </Answer>
      </div>
      <StatusBar
        hints={[
          { keys: ['ArrowLeft', 'ArrowRight'], name: lists.move },
          { keys: ['n', 'p'], name: text.hints.turn },
          { keys: ['w', 'd'], name: text.hints.span },
          { keys: ['?'], name: lists.shortcuts },
        ]}
      >
        <span>{text.clock(ownTimeZone())}</span>
      </StatusBar>
    </>
  )
}

const startOfSession = ({ session }: ListedSession) => session.slot?.startsAt ?? ''

const byDay = (rows: readonly CalendarRow[], days: readonly string[]): GridRow[] =>
  rows.map(({ id, name, sessions }) => ({
    id: id || 'none',
    name,
    cells: days.map((one) => sessions.filter((session) => dayOf(startOfSession(session)) === one)),
  }))

const byHour = (rows: readonly CalendarRow[], sessions: readonly ListedSession[]): GridRow[] =>
  hoursShown(sessions.map((one) => hourOf(startOfSession(one)))).map((hour) => ({
    id: String(hour),
    name: `${String(hour).padStart(2, '0')}:00`,
    cells: rows.map((row) => row.sessions.filter((one) => hourOf(startOfSession(one)) === hour)),
  }))
