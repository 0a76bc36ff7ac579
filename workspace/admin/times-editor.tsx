import type { Profile } from '@portico/sdk'
import { useId } from 'react'
import { CheckField } from '../ui/fields.tsx'
import { words } from '../words/admin.ts'
import { ChoiceField, type FaultsAt, Group, TemplateField, TextField } from './fields.tsx'
import { without } from './letter-editor.tsx'

const text = words.times
type Times = Profile['notificationTimes']
const { inApp: _, ...outside } = words.notification.channel

/** When notifications are sent, and the words of the daily message. */
export function TimesEditor({
  times,
  fields,
  faultsAt,
  onChange,
}: {
  times: Times
  fields: readonly string[]
  faultsAt: FaultsAt
  onChange: (times: Times) => void
}) {
  const zones = useId()
  const { quietHours, digest } = times
  const usual: NonNullable<Times['quietHours']> = { from: '21:00', to: '07:00', channels: ['text', 'push'] }
  return (
    <>
      <p className="soft">{text.text}</p>
      <TextField
        label={text.timeZone}
        hint={text.timeZoneHint}
        value={times.timeZone}
        list={zones}
        faults={faultsAt('timeZone')}
        onChange={(timeZone) => onChange({ ...times, timeZone })}
      />
      <datalist id={zones}>
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      <Group title={text.quietHours}>
        <CheckField
          label={text.hasQuietHours}
          value={quietHours !== undefined}
          onChange={(isOn) => onChange(without(times, 'quietHours', usual, isOn))}
        />
        {quietHours ? (
          <>
            <div className="span">
              <TextField
                label={text.from}
                type="time"
                value={quietHours.from}
                faults={faultsAt('quietHours.from')}
                onChange={(from) => onChange({ ...times, quietHours: { ...quietHours, from } })}
              />
              <TextField
                label={text.to}
                type="time"
                value={quietHours.to}
                faults={faultsAt('quietHours.to')}
                onChange={(to) => onChange({ ...times, quietHours: { ...quietHours, to } })}
              />
            </div>
            <p className="hint">{text.quietHint}</p>
            <ChoiceField
              label={text.channels}
              options={outside}
              chosen={quietHours.channels.filter((channel) => channel !== 'inApp')}
              faults={faultsAt('quietHours.channels')}
              onChange={(channels) => onChange({ ...times, quietHours: { ...quietHours, channels } })}
            />
          </>
        ) : null}
      </Group>
      <Group title={text.digest}>
        <TextField
          label={text.at}
          type="time"
          value={digest.at}
          faults={faultsAt('digest.at')}
          onChange={(at) => onChange({ ...times, digest: { ...digest, at } })}
        />
        <TemplateField
          label={words.fields.subject}
          value={digest.subject}
          rows={1}
          maxLength={300}
          fields={fields}
          faults={faultsAt('digest.subject')}
          onChange={(subject) => onChange({ ...times, digest: { ...digest, subject } })}
        />
        <TemplateField
          label={words.fields.body}
          value={digest.body}
          rows={4}
          maxLength={20_000}
          fields={fields}
          faults={faultsAt('digest.body')}
          onChange={(body) => onChange({ ...times, digest: { ...digest, body } })}
        />
      </Group>
    </>
  )
}
