import type { Profile } from '@portico/sdk'
import { useId } from 'react'
import { words } from '../words/alerts.ts'
import type { SettingsForm } from './settings-form.ts'

const text = words.settings

/** Time zone, quiet hours, the daily email and the number for texts. */
export function WhenSection({
  form,
  change,
  usual,
  hasEmail,
  hasText,
}: {
  form: SettingsForm
  change: (changes: Partial<SettingsForm>) => void
  usual: Profile['notificationTimes'] | undefined
  hasEmail: boolean
  hasText: boolean
}) {
  const id = useId()
  const { quiet, hours, digest } = form
  const { from, to } = usual?.quietHours ?? {}
  const names = {
    board: from && to ? text.quietAs(from, to) : text.quietAsNone,
    own: text.quietOwn,
    never: text.quietNever,
  }
  return (
    <section aria-label={text.when}>
      <h2>{text.when}</h2>
      <div className="field">
        <label htmlFor={`${id}-zone`}>{text.timeZone}</label>
        <input
          id={`${id}-zone`}
          list={`${id}-zones`}
          value={form.timeZone}
          maxLength={100}
          onChange={({ target }) => change({ timeZone: target.value })}
        />
        <datalist id={`${id}-zones`}>
          {Intl.supportedValuesOf('timeZone').map((zone) => (
            <option key={zone} value={zone} />
          ))}
        </datalist>
        <span className="hint">{text.timeZoneHint(usual?.timeZone ?? '')}</span>
      </div>
      <fieldset className="field">
        <legend>{text.quiet}</legend>
        {(['board', 'own', 'never'] as const).map((kind) => (
          <div key={kind} className="span">
            <label className="choice">
              <input
                type="radio"
                name={`${id}-quiet`}
                checked={quiet === kind}
                onChange={() => change({ quiet: kind })}
              />
              {names[kind]}
            </label>
            {kind === 'own' ? (
              <>
                <input
                  type="time"
                  aria-label={`${text.quiet}, ${text.quietOwn}`}
                  value={hours.from}
                  onChange={({ target }) => change({ quiet: 'own', hours: { ...hours, from: target.value } })}
                />
                {text.quietTo}
                <input
                  type="time"
                  aria-label={`${text.quiet}, ${text.quietTo}`}
                  value={hours.to}
                  onChange={({ target }) => change({ quiet: 'own', hours: { ...hours, to: target.value } })}
                />
              </>
            ) : null}
          </div>
        ))}
        <span className="hint">{text.quietHint}</span>
      </fieldset>
      {hasEmail ? (
        <div className="field">
          <label className="choice">
            <input
              type="checkbox"
              checked={form.hasDigest}
              onChange={({ target }) => change({ hasDigest: target.checked })}
            />
            {text.digest}
          </label>
          {form.hasDigest ? (
            <label className="span">
              {text.digestAt}
              <input
                type="time"
                value={digest.at ?? usual?.digest.at ?? ''}
                onChange={({ target }) => change({ digest: { ...digest, at: target.value } })}
              />
            </label>
          ) : null}
        </div>
      ) : null}
      {hasText ? (
        <div className="field">
          <label htmlFor={`${id}-phone`}>{text.phone}</label>
          <input
            id={`${id}-phone`}
            type="tel"
            value={form.phone}
            maxLength={40}
            onChange={({ target }) => change({ phone: target.value })}
          />
          <span className="hint">{text.phoneHint}</span>
        </div>
      ) : null}
    </section>
  )
}
