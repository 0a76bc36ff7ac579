import type { Letter, Profile } from '@portico/sdk'
import { X } from 'lucide-react'
import { Button, IconButton } from '../ui/button.tsx'
import { words } from '../words/admin.ts'
import {
  ChoiceField,
  type FaultsAt,
  Group,
  SelectField,
  TemplateField,
  TextField,
  WordsField,
} from './fields.tsx'

const text = words.letter
type Trigger = NonNullable<Letter['raisedBy']>[number]
const events = Object.entries(text.event) as [Trigger['event'], string][]

/** The words of a letter, and what sends it. */
export function LetterEditor({
  letter,
  profile,
  fields,
  faultsAt,
  onChange,
}: {
  letter: Letter
  profile: Profile
  fields: readonly string[]
  faultsAt: FaultsAt
  onChange: (letter: Letter) => void
}) {
  const { raisedBy = [], answerWindowDays, answerWindow } = letter
  const windows = profile.timers.filter(({ runsFrom }) => runsFrom?.includes('mailing'))
  const setRaisedBy = (triggers: Trigger[]) =>
    onChange(without(letter, 'raisedBy', triggers, triggers.length > 0))
  return (
    <>
      <TemplateField
        label={words.fields.subject}
        value={letter.subject}
        rows={1}
        maxLength={300}
        fields={fields}
        faults={faultsAt('subject')}
        onChange={(subject) => onChange({ ...letter, subject })}
      />
      <TemplateField
        label={words.fields.body}
        hint={words.fields.bodyHint}
        value={letter.body}
        rows={14}
        maxLength={20_000}
        fields={fields}
        faults={faultsAt('body')}
        onChange={(body) => onChange({ ...letter, body })}
      />
      <SelectField
        label={text.answerWindow}
        value={answerWindow ?? ''}
        options={[['', text.noAnswer], ...windows.map(({ name, label }) => [name, label] as const)]}
        onChange={(name) => onChange(without(letter, 'answerWindow', name, name !== ''))}
      />
      {answerWindowDays === undefined ? null : (
        <TextField
          label={text.answerWindowDays}
          hint={text.answerHint}
          type="number"
          value={String(answerWindowDays)}
          faults={faultsAt('answerWindowDays')}
          onChange={(value) => onChange(without(letter, 'answerWindowDays', Number(value), value !== ''))}
        />
      )}
      <Group title={text.raisedBy}>
        {raisedBy.length === 0 ? <p className="soft">{text.byPeople}</p> : null}
        {raisedBy.map((trigger, nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: triggers have nothing else to be known by
          <div key={nth} className="trigger">
            <SelectField
              label={text.raisedBy}
              isLabelHidden
              value={trigger.event}
              options={events}
              onChange={(event) =>
                setRaisedBy(raisedBy.with(nth, { ...trigger, event: event as Trigger['event'] }))
              }
            />
            <IconButton
              name={text.removeTrigger}
              icon={<X />}
              onClick={() => setRaisedBy(raisedBy.toSpliced(nth, 1))}
            />
            {!trigger.event.startsWith('task.') ? null : (
              <WordsField
                label={text.tasks}
                hint={words.fields.all}
                words={profile.taskTypes}
                chosen={trigger.tasks ?? []}
                faults={faultsAt(`raisedBy[${nth}]`)}
                onChange={(tasks) =>
                  setRaisedBy(raisedBy.with(nth, without(trigger, 'tasks', tasks, tasks.length > 0)))
                }
              />
            )}
          </div>
        ))}
        <Button onClick={() => setRaisedBy([...raisedBy, { event: 'task.opened' }])}>
          {text.addTrigger}
        </Button>
      </Group>
      {raisedBy.length > 0 ? (
        <ChoiceField
          label={text.recipients}
          options={text.recipient}
          chosen={letter.recipients ?? ['claimants']}
          faults={faultsAt('recipients')}
          onChange={(recipients) => onChange({ ...letter, recipients })}
        />
      ) : null}
      <ChoiceField
        label={text.suppress}
        options={text.suppression}
        chosen={letter.suppressWhen ?? ['recipientDeceased']}
        faults={faultsAt('suppressWhen')}
        onChange={(suppressWhen) => onChange({ ...letter, suppressWhen })}
      />
    </>
  )
}

/** With the member if it says anything, otherwise without it. */
export function without<Of extends object, Key extends keyof Of>(
  of: Of,
  key: Key,
  value: Of[Key],
  hasValue: boolean,
): Of {
  const { [key]: _, ...rest } = of
  return (hasValue ? { ...of, [key]: value } : rest) as Of
}
