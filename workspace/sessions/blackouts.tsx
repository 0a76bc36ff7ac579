import type { Participant } from '@portico/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { type FormEvent, useId } from 'react'
import { useDraft } from '../data/draft.ts'
import { blackoutsQuery, useRenewSessions } from '../data/scheduling.ts'
import { portico } from '../data/session.ts'
import { Answer } from '../ui/answer.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { calendarDay, dayFromToday } from '../ui/dates.ts'
import { KeptDraftNote } from '../ui/kept-draft.tsx'
import { State } from '../ui/states.tsx'
import { toast } from '../ui/toasts.tsx'
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
  const renew = useRenewSessions()
  const names = useParticipantNames()
  const remove = useMutation({
    mutationFn: (id: string) => portico().calendars.removeBlackout(id),
    onSuccess: async () => {
      toast(text.removed)
      await renew()
    },
    onError: ({ message }) => toast(words.failed(message), { isBad: true }),
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
                          onClick={() => remove.mutate(id)}
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
  const id = useId()
  const renew = useRenewSessions()
  const [draft, setDraft, clear, kept] = useDraft<Draft>('blackout', () => ({
    from: dayFromToday(1),
    to: dayFromToday(1),
    why: '',
  }))
  const { participant } = draft
  const add = useMutation({
    mutationFn: () =>
      portico().calendars.addBlackout({
        from: draft.from,
        to: draft.to,
        why: draft.why.trim(),
        ...(participant ? { participant } : {}),
      }),
    onSuccess: async () => {
      setDraft({ ...draft, why: '' })
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
      <KeptDraftNote kept={kept} />
      <div className="two">
        <DaySpan days={draft} labels={text} onChange={(days) => setDraft({ ...draft, ...days })} />
      </div>
      <ParticipantPicker
        value={participant}
        label={text.whom}
        all={text.everybody}
        kindChosen={draft.kind}
        onKind={(kind) => setDraft({ ...draft, kind, participant: undefined })}
        onChange={(chosen) => setDraft({ ...draft, participant: chosen })}
      />
      <div className="field">
        <label htmlFor={`${id}-why`}>{text.why}</label>
        <input
          id={`${id}-why`}
          required
          maxLength={500}
          value={draft.why}
          onChange={({ target }) => setDraft({ ...draft, why: target.value })}
        />
      </div>
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
