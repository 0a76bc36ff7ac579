import type { CalendarEntry, NewCalendarEntry, Participant } from '@portico/sdk'
import { X } from 'lucide-react'
import { useId, useState } from 'react'
import { Button, IconButton } from '../ui/button.tsx'
import { calendarDay } from '../ui/dates.ts'
import { words } from '../words/sessions.ts'
import { frequencies, type Repeat, repeatOf, ruleOf, weekdays } from './repeat-rule.ts'

const text = words.availability

export type EntryDraft = {
  effect: 'free' | 'busy'
  starts: string
  ends: string
  timeZone: string
  why: string
  repeat: Repeat
  /** Days on which it does not come. */
  except: readonly string[]
}

export const draftOf = (entry: CalendarEntry): EntryDraft => ({
  effect: entry.effect,
  starts: entry.starts,
  ends: entry.ends,
  timeZone: entry.timeZone,
  why: entry.why ?? '',
  repeat: repeatOf(entry.repeats),
  except: entry.except ?? [],
})

export function entryOf(participant: Participant, draft: EntryDraft): NewCalendarEntry {
  const repeats = ruleOf(draft.repeat)
  const { effect, starts, ends, timeZone, except } = draft
  return {
    ...{ participant, effect, starts, ends, timeZone },
    ...(repeats ? { repeats } : {}),
    ...(repeats && except.length > 0 ? { except: [...except] } : {}),
    ...(draft.why.trim() ? { why: draft.why.trim() } : {}),
  }
}

/** What an entry of a calendar says: when, whether again, and on which days not. */
export function EntryFields({
  draft,
  onChange,
}: {
  draft: EntryDraft
  onChange: (draft: EntryDraft) => void
}) {
  const id = useId()
  const { repeat } = draft
  const set = (changes: Partial<EntryDraft>) => onChange({ ...draft, ...changes })
  const setRepeat = (changes: Partial<Repeat>) => set({ repeat: { ...repeat, ...changes } })
  return (
    <>
      <div className="two">
        <div className="field">
          <label htmlFor={`${id}-effect`}>{text.effect}</label>
          <select
            id={`${id}-effect`}
            value={draft.effect}
            onChange={({ target }) => set({ effect: target.value as EntryDraft['effect'] })}
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
            value={draft.timeZone}
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
            {(['never', ...frequencies, 'rule'] as const).map((every) => (
              <option key={every} value={every}>
                {text.every[every]}
              </option>
            ))}
          </select>
        </div>
        {repeat.every === 'never' || repeat.every === 'rule' ? null : (
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
      {repeat.every === 'rule' ? (
        <div className="field">
          <label htmlFor={`${id}-rule`}>{text.ruleLabel}</label>
          <input
            id={`${id}-rule`}
            required
            maxLength={500}
            placeholder="FREQ=MONTHLY;BYDAY=1MO;COUNT=12"
            value={repeat.rule ?? ''}
            onChange={({ target }) => setRepeat({ rule: target.value })}
          />
        </div>
      ) : null}
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
      {repeat.every === 'never' ? null : (
        <ExceptDays days={draft.except} onChange={(except) => set({ except })} />
      )}
      <div className="field">
        <label htmlFor={`${id}-why`}>{text.why}</label>
        <input
          id={`${id}-why`}
          maxLength={500}
          value={draft.why}
          onChange={({ target }) => set({ why: target.value })}
        />
      </div>
    </>
  )
}

function ExceptDays({
  days,
  onChange,
}: {
  days: readonly string[]
  onChange: (days: readonly string[]) => void
}) {
  const id = useId()
  const [next, setNext] = useState('')
  const add = () => {
    if (next !== '' && !days.includes(next)) onChange([...days, next].toSorted())
    setNext('')
  }
  return (
    <fieldset className="field participants">
      <legend>{text.except}</legend>
      <ul>
        {days.length === 0 ? <li className="faint">{text.noExcept}</li> : null}
        {days.map((day) => (
          <li key={day} data-id={day}>
            <span className="number">{calendarDay(day)}</span>
            <IconButton
              name={text.removeExcept(calendarDay(day))}
              icon={<X />}
              onClick={() => onChange(days.filter((one) => one !== day))}
            />
          </li>
        ))}
      </ul>
      <span className="adding">
        <label htmlFor={`${id}-day`}>{text.exceptDay}</label>
        <input
          id={`${id}-day`}
          className="input"
          type="date"
          value={next}
          onChange={({ target }) => setNext(target.value)}
        />
        <Button onClick={add} disabled={next === ''}>
          {text.addExcept}
        </Button>
      </span>
    </fieldset>
  )
}
