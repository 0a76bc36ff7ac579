import { Link } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { useProfile } from '../data/profile.ts'
import { useTitle } from '../frame/title.ts'
import { Answer } from '../ui/answer.tsx'
import { Button } from '../ui/button.tsx'
import { useShortcuts } from '../ui/shortcuts.ts'
import { words } from '../words/alerts.ts'
import { PushSection } from './push-section.tsx'
import { SettingsClashes } from './settings-clashes.tsx'
import { type Channel, isTold, telling } from './settings-form.ts'
import { useSettings } from './use-settings.ts'
import { WhenSection } from './when-section.tsx'
import '../ui/form.css'
import './alerts.css'

const text = words.settings

/** How somebody wants to be told: what, by which channel, and when. */
export function OwnSettings() {
  useTitle(text.title)
  const settings = useSettings()
  const profile = useProfile()
  const { query, form, change, clashes, isChanged, save } = settings
  const isReady = isChanged && clashes.length === 0 && !save.isPending

  const keep = () => {
    if (form && isReady) save.send(form)
  }
  useShortcuts(text.title, [{ keys: ['mod+s'], name: text.save, inFields: true, run: keep }])

  return (
    <div className="own-settings">
      <header className="screen-head">
        <h1>{text.title}</h1>
        <span className="soft" role="status">
          {isChanged ? text.unsaved : ''}
        </span>
        <span className="right">
          <Link to="/alerts" className="button plain">
            {text.back}
          </Link>
        </span>
      </header>
      <Answer query={query}>
        {({ choices: all, channels: bound, pushKey }) => {
          const choices = all.filter(({ channels }) => channels.some((channel) => bound.includes(channel)))
          const channels = bound.filter((channel) => choices.some((one) => one.channels.includes(channel)))
          return form ? (
            <form
              className="form settings-form"
              noValidate
              onSubmit={(event: FormEvent) => {
                event.preventDefault()
                keep()
              }}
            >
              <p className="soft">{text.text}</p>
              <SettingsClashes settings={settings} />
              <section aria-label={text.what}>
                <h2>{text.what}</h2>
                {choices.length === 0 ? (
                  <p className="soft">{text.nothing}</p>
                ) : (
                  <table className="told">
                    <thead>
                      <tr>
                        <th scope="col">{text.whatOf}</th>
                        {channels.map((channel) => (
                          <th key={channel} scope="col">
                            {text.channel[channel]}
                          </th>
                        ))}
                      </tr>
                    </thead>
                    <tbody>
                      {choices.map(({ notification, label, channels: sent, mayOptOut }) => (
                        <tr key={notification} data-id={notification}>
                          <th scope="row">{label}</th>
                          {channels.map((channel: Channel) => (
                            <td key={channel} data-name={text.channel[channel]}>
                              {!sent.includes(channel) ? (
                                <span className="faint" title={text.notSent}>
                                  –<span className="hidden-visually">{text.notSent}</span>
                                </span>
                              ) : mayOptOut ? (
                                <input
                                  type="checkbox"
                                  aria-label={text.tells(label, text.channel[channel])}
                                  checked={isTold(form, notification, channel)}
                                  onChange={({ target }) =>
                                    change(
                                      telling(form, {
                                        notification,
                                        channel,
                                        isWanted: target.checked,
                                        sent,
                                      }),
                                    )
                                  }
                                />
                              ) : (
                                <span className="soft" title={text.alwaysWhy}>
                                  {text.always}
                                </span>
                              )}
                            </td>
                          ))}
                        </tr>
                      ))}
                    </tbody>
                  </table>
                )}
              </section>
              <WhenSection
                form={form}
                change={change}
                usual={profile?.notificationTimes}
                hasEmail={bound.includes('email')}
                hasText={bound.includes('text')}
              />
              <div className="problem" role="alert">
                {settings.problem}
              </div>
              <div className="buttons">
                {isChanged ? <Button onClick={settings.startOver}>{text.startOver}</Button> : null}
                <Button type="submit" kind="solid" disabled={!isReady}>
                  {text.save}
                </Button>
              </div>
              {pushKey ? (
                <PushSection
                  publicKey={pushKey}
                  browsers={Object.values(form.browsers)}
                  isUsed={channels.includes('push')}
                />
              ) : null}
            </form>
          ) : null
        }}
      </Answer>
    </div>
  )
}
