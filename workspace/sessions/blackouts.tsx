import type { Participant } from '@portico/sdk'
import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { blackoutsQuery, sessionKeys } from '../data/scheduling.ts'
import { portico } from '../data/session.ts'
import { Answer } from '../ui/answer.tsx'
import { IconButton } from '../ui/button.tsx'
import { CommandForm } from '../ui/command-form.tsx'
import { calendarDay, dayFromToday } from '../ui/dates.ts'
import { TextField } from '../ui/fields.tsx'
import { State } from '../ui/states.tsx'
import { useCommand } from '../ui/use-command.ts'
import { words } from '../words/sessions.ts'
import { DaySpan } from './day-span.tsx'
import { type Kind, ParticipantPicker, useParticipantNames } from './participant-picker.tsx'

const text = words.blackouts

const daysOf = (from: string, to: string) =>
  from === to
    ? calendarDay(from)
    : from.slice(0, 7) === to.slice(0, 7)
      ? `${Number(from.slice(8))}–${calendarDay(to)}`
      : `${calendarDay(from)} – ${calendarDay(to)}`

/** The days on which nothing may be placed. */
export function Blackouts() {
  const found = useQuery(blackoutsQuery)
  const names = useParticipantNames()
  const remove = useCommand({
    run: (_, id: string) => portico().calendars.removeBlackout(id),
    renews: sessionKeys,
    done: text.removed,
    problemOf: ({ message }) => words.failed(message),
    hasForm: false,
  })
  const nameOf = (whom: Participant | undefined) =>
    whom ? (names(whom.kind).find(({ id }) => id === whom.id)?.name ?? whom.id) : text.everybody
  return (
    <>
      <header className="screen-head">
        <h1>{words.parts.blackouts}</h1>
        <span className="soft">{text.about}</span>
      </header>
      <div className="scrolled padded">
        <Answer query={found}>
          {(blackouts) =>
            blackouts.length === 0 ? (
              <State title={text.empty.title}>{text.empty.text}</State>
            ) : (
              <table className="plain-table" aria-label={words.parts.blackouts}>
                <thead>
                  <tr>
                    <th scope="col">{words.columns.when}</th>
                    <th scope="col">{text.whom}</th>
                    <th scope="col">{text.why}</th>
                    <td />
                  </tr>
                </thead>
                <tbody>
                  {blackouts.map(({ id, from, to, participant, why }) => (
                    <tr key={id} data-id={id}>
                      <th scope="row">{daysOf(from, to)}</th>
                      <td>{nameOf(participant)}</td>
                      <td>{why}</td>
                      <td className="acts">
                        <IconButton
                          name={text.remove(daysOf(from, to))}
                          icon={<Trash2 />}
                          disabled={remove.isPending}
                          onClick={() => remove.send(id)}
                        />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )
          }
        </Answer>
        <BlackoutForm />
      </div>
    </>
  )
}

type Draft = {
  from: string
  to: string
  why: string
  /** Also where nobody of it is chosen yet: otherwise it would mean everybody. */
  kind?: Kind | undefined
  participant?: Participant | undefined
}

function BlackoutForm() {
  const command = useCommand({
    place: 'blackout',
    draft: (): Draft => ({ from: dayFromToday(1), to: dayFromToday(1), why: '' }),
    run: ({ from, to, why, participant }) =>
      portico().calendars.addBlackout({
        from,
        to,
        why: why.trim(),
        ...(participant ? { participant } : {}),
      }),
    renews: sessionKeys,
    done: text.added,
    onDone() {
      command.startOver({ ...command.draft, why: '' })
    },
  })
  const { draft, change } = command
  return (
    <CommandForm className="wide" title={text.add} command={command} send={text.save}>
      <div className="two">
        <DaySpan days={draft} labels={text} onChange={change} />
      </div>
      <ParticipantPicker
        value={draft.participant}
        label={text.whom}
        all={text.everybody}
        kindChosen={draft.kind}
        onKind={(kind) => change({ kind, participant: undefined })}
        onChange={(participant) => change({ participant })}
      />
      <TextField label={text.why} required maxLength={500} {...command.field('why')} />
    </CommandForm>
  )
}
