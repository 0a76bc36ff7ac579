import type { NotificationRule, Profile, TemplateFields } from '@portico/sdk'
import { words } from '../words/admin.ts'
import { happened } from '../words/history.ts'
import { ChoiceField, type FaultsAt, SelectField, TemplateField, WordsField } from './fields.tsx'
import { without } from './letter-editor.tsx'

const text = words.notification

/** Who is told of what, how, and in which words. */
export function NotificationEditor({
  notification,
  profile,
  known,
  faultsAt,
  onChange,
}: {
  notification: NotificationRule
  profile: Profile
  known: TemplateFields | undefined
  faultsAt: FaultsAt
  onChange: (notification: NotificationRule) => void
}) {
  const { on } = notification
  const own = known?.byEvent.find(({ event }) => event === on.event)?.fields ?? []
  const fields = [...(known?.notifications ?? []), ...own]
  const events = (known?.byEvent ?? []).map(({ event }) => [event, eventName(event)] as const)
  return (
    <>
      <SelectField
        label={text.event}
        value={on.event}
        options={events.toSorted(([, a], [, b]) => a.localeCompare(b))}
        faults={faultsAt('on')}
        onChange={(event) => onChange({ ...notification, on: { event } })}
      />
      {on.event.startsWith('task.') || on.tasks ? (
        <WordsField
          label={text.tasks}
          hint={words.fields.all}
          words={profile.taskTypes}
          chosen={on.tasks ?? []}
          onChange={(tasks) =>
            onChange({ ...notification, on: without(on, 'tasks', tasks, tasks.length > 0) })
          }
        />
      ) : null}
      {on.event.startsWith('timer.') || on.timers ? (
        <WordsField
          label={text.timers}
          hint={words.fields.all}
          words={profile.timers}
          chosen={on.timers ?? []}
          onChange={(timers) =>
            onChange({ ...notification, on: without(on, 'timers', timers, timers.length > 0) })
          }
        />
      ) : null}
      <ChoiceField
        label={text.recipients}
        options={text.recipient}
        chosen={notification.recipients}
        faults={faultsAt('recipients')}
        onChange={(recipients) => onChange({ ...notification, recipients })}
      />
      <ChoiceField
        label={text.channels}
        options={text.channel}
        chosen={notification.channels}
        faults={faultsAt('channels')}
        onChange={(channels) => onChange({ ...notification, channels })}
      />
      <ChoiceField
        label={text.suppress}
        options={text.suppression}
        chosen={notification.suppressWhen}
        faults={faultsAt('suppressWhen')}
        onChange={(suppressWhen) => onChange({ ...notification, suppressWhen })}
      />
      <TemplateField
        label={words.fields.subject}
        value={notification.subject}
        rows={1}
        maxLength={300}
        fields={fields}
        faults={faultsAt('subject')}
        onChange={(subject) => onChange({ ...notification, subject })}
      />
      <TemplateField
        label={words.fields.body}
        value={notification.body}
        rows={7}
        maxLength={20_000}
        fields={fields}
        faults={faultsAt('body')}
        onChange={(body) => onChange({ ...notification, body })}
      />
    </>
  )
}

/** As the history of a case calls it, with its own name for who knows that. */
function eventName(event: string): string {
  const said = happened(event as Parameters<typeof happened>[0])
  return said ? `${said[0]?.toUpperCase()}${said.slice(1)} (${event})` : event
}
