import type { CalendarEntry, NewCalendarEntry, Participant } from '@portico/sdk'
import { X } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '../ui/button.tsx'
import { calendarDay } from '../ui/dates.ts'
import { ManyField, SelectField, TextField } from '../ui/fields.tsx'
import { filled } from '../ui/filled.ts'
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
    ...filled({ why: draft.why }),
  }
}

/** What an entry of a calendar says: when, whether again, and on which days not. */
export function EntryFields({
  draft,
  onChange,
}: {
  draft: EntryDraft
  onChange: (changes: Partial<EntryDraft>) => void
}) {
  const { repeat } = draft
  const setRepeat = (changes: Partial<Repeat>) => onChange({ repeat: { ...repeat, ...changes } })
  const field = <Name extends 'effect' | 'starts' | 'ends' | 'timeZone' | 'why'>(name: Name) => ({
    value: draft[name],
    onChange: (value: EntryDraft[Name]) => onChange({ [name]: value }),
  })
  return (
    <>
      <div className="two">
        <SelectField label={text.effect} options={effects} {...field('effect')} />
        <TextField label={text.starts} type="datetime-local" required {...field('starts')} />
        <TextField label={text.ends} type="datetime-local" required min={draft.starts} {...field('ends')} />
        <TextField label={text.zone} required {...field('timeZone')} />
        <SelectField
          label={text.repeats}
          options={repeats}
          value={repeat.every}
          onChange={(every) => setRepeat({ every })}
        />
        {repeat.every === 'never' || repeat.every === 'rule' ? null : (
          <TextField
            label={text.times}
            type="number"
            min={1}
            max={10_000}
            required
            value={String(repeat.times)}
            onChange={(times) => setRepeat({ times: Number(times) })}
          />
        )}
      </div>
      {repeat.every === 'rule' ? (
        <TextField
          label={text.ruleLabel}
          required
          maxLength={500}
          placeholder="FREQ=MONTHLY;BYDAY=1MO;COUNT=12"
          value={repeat.rule ?? ''}
          onChange={(rule) => setRepeat({ rule })}
        />
      ) : null}
      {repeat.every === 'WEEKLY' ? (
        <ManyField
          legend={text.days}
          className="weekdays"
          options={weekdays.map((name) => ({ name, label: text.weekdays[name] }))}
          value={repeat.on}
          onChange={(on) => setRepeat({ on: [...on] })}
        />
      ) : null}
      {repeat.every === 'never' ? null : (
        <ExceptDays days={draft.except} onChange={(except) => onChange({ except })} />
      )}
      <TextField label={text.why} maxLength={500} {...field('why')} />
    </>
  )
}

const effects = (['busy', 'free'] as const).map((name) => ({ name, label: text[name] }))
const repeats = (['never', ...frequencies, 'rule'] as const).map((name) => ({
  name,
  label: text.every[name],
}))

function ExceptDays({
  days,
  onChange,
}: {
  days: readonly string[]
  onChange: (days: readonly string[]) => void
}) {
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
      <div className="adding line-form">
        <TextField label={text.exceptDay} type="date" value={next} onChange={setNext} />
        <Button onClick={add} disabled={next === ''}>
          {text.addExcept}
        </Button>
      </div>
    </fieldset>
  )
}
