import type { NewCalendarEntry, Participant } from '@portico/sdk'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId } from 'react'
import { useDraft } from '../data/draft.ts'
import { useRenewSessions } from '../data/scheduling.ts'
import { portico } from '../data/session.ts'
import { Button } from '../ui/button.tsx'
import { dayFromToday } from '../ui/dates.ts'
import { toast } from '../ui/toasts.tsx'
import { words } from '../words/sessions.ts'
import { frequencies, type Repeat, ruleOf, weekdays } from './repeat-rule.ts'

const text = words.availability

type Draft = {
  effect: 'free' | 'busy'
  starts: string
  ends: string
  timeZone?: string
  why: string
  repeat: Repeat
}

/** A window that is added to a calendar: once, or again and again. */
export function EntryForm({ participant, timeZone }: { participant: Participant; timeZone: string }) {
  const id = useId()
  const renew = useRenewSessions()
  const [draft, setDraft, clear] = useDraft<Draft>(
    `availability.${participant.kind}.${participant.id}`,
    () => ({
      effect: 'busy',
      starts: `${dayFromToday(1)}T09:00`,
      ends: `${dayFromToday(1)}T12:00`,
      why: '',
      repeat: { every: 'never', on: [], times: 10 },
    }),
  )
  const { repeat } = draft
  const set = (changes: Partial<Draft>) => setDraft({ ...draft, ...changes })
  const setRepeat = (changes: Partial<Repeat>) => set({ repeat: { ...repeat, ...changes } })
  const add = useMutation({
    mutationFn: (entry: NewCalendarEntry) => portico().calendars.add(entry),
    onSuccess: async () => {
      clear()
      toast(text.added)
      await renew()
    },
  })
  function save(event: FormEvent) {
    event.preventDefault()
    const repeats = ruleOf(repeat)
    add.mutate({
      participant,
      effect: draft.effect,
      starts: draft.starts,
      ends: draft.ends,
      timeZone: draft.timeZone ?? timeZone,
      ...(repeats ? { repeats } : {}),
      ...(draft.why.trim() ? { why: draft.why.trim() } : {}),
    })
  }
  return (
    <form className="form wide" onSubmit={save} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{text.add}</h2>
      <div className="two">
        <div className="field">
          <label htmlFor={`${id}-effect`}>{text.effect}</label>
          <select
            id={`${id}-effect`}
            value={draft.effect}
            onChange={({ target }) => set({ effect: target.value as Draft['effect'] })}
          >
            <option value="busy">{text.busy}</option>
            <option value="free">{text.free}</option>
          </select>
        </div>
        <div className="field">
          <label htmlFor={`${id}-starts`}>{text.starts}</label>
          <input
            id={`${id}-starts`}
            type="datetime-local"
            required
            value={draft.starts}
            onChange={({ target }) => set({ starts: target.value })}
          />
        </div>
        <div className="field">
          <label htmlFor={`${id}-ends`}>{text.ends}</label>
          <input
            id={`${id}-ends`}
            type="datetime-local"
            required
            min={draft.starts}
            value={draft.ends}
            onChange={({ target }) => set({ ends: target.value })}
          />
        </div>
        <div className="field">
          <label htmlFor={`${id}-zone`}>{text.zone}</label>
          <input
            id={`${id}-zone`}
            required
            value={draft.timeZone ?? timeZone}
            onChange={({ target }) => set({ timeZone: target.value })}
          />
        </div>
        <div className="field">
          <label htmlFor={`${id}-every`}>{text.repeats}</label>
          <select
            id={`${id}-every`}
            value={repeat.every}
            onChange={({ target }) => setRepeat({ every: target.value as Repeat['every'] })}
          >
            {(['never', ...frequencies] as const).map((every) => (
              <option key={every} value={every}>
                {text.every[every]}
              </option>
            ))}
          </select>
        </div>
        {repeat.every === 'never' ? null : (
          <div className="field">
            <label htmlFor={`${id}-times`}>{text.times}</label>
            <input
              id={`${id}-times`}
              type="number"
              min={1}
              max={10_000}
              required
              value={repeat.times}
              onChange={({ target }) => setRepeat({ times: Number(target.value) })}
            />
          </div>
        )}
      </div>
      {repeat.every === 'WEEKLY' ? (
        <fieldset className="field">
          <legend>{text.days}</legend>
          <span className="weekdays">
            {weekdays.map((day) => (
              <label key={day} className="choice">
                <input
                  type="checkbox"
                  checked={repeat.on.includes(day)}
                  onChange={({ target }) =>
                    setRepeat({
                      on: target.checked ? [...repeat.on, day] : repeat.on.filter((one) => one !== day),
                    })
                  }
                />
                {text.weekdays[day]}
              </label>
            ))}
          </span>
        </fieldset>
      ) : null}
      <div className="field">
        <label htmlFor={`${id}-why`}>{text.why}</label>
        <input
          id={`${id}-why`}
          maxLength={500}
          value={draft.why}
          onChange={({ target }) => set({ why: target.value })}
        />
      </div>
      <p className="problem" role="alert">
        {add.error?.message}
      </p>
      <div className="buttons start">
        <Button type="submit" disabled={add.isPending}>
          {text.save}
        </Button>
      </div>
    </form>
  )
}
