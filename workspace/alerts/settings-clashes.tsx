import { Button } from '../ui/button.tsx'
import { words } from '../words/alerts.ts'
import type { useSettings } from './use-settings.ts'

const text = words.settings.conflict

/** What was saved in another browser meanwhile, where it is not what was chosen here. */
export function SettingsClashes({ settings }: { settings: ReturnType<typeof useSettings> }) {
  const { clashes, choose, isMerged } = settings
  if (clashes.length === 0)
    return isMerged ? (
      <p className="notice" role="status">
        {text.merged}
      </p>
    ) : null
  return (
    <section className="notice" aria-label={text.title}>
      <h2>{text.title}</h2>
      <p role="alert">{text.text}</p>
      {clashes.map(({ place, mine, theirs }) => (
        <div key={place} data-id={place}>
          <h3>{nameOf(place)}</h3>
          <div className="both">
            <div>
              <b>{text.here}</b>
              <pre>{shown(mine)}</pre>
              <Button onClick={() => choose(place, 'mine')}>{text.keepHere}</Button>
            </div>
            <div>
              <b>{text.there}</b>
              <pre>{shown(theirs)}</pre>
              <Button onClick={() => choose(place, 'theirs')}>{text.takeThere}</Button>
            </div>
          </div>
        </div>
      ))}
    </section>
  )
}

function nameOf(place: string): string {
  const [field = '', ...rest] = place.split('.')
  return [words.settings.fields[field] ?? field, ...rest].join(' · ')
}

function shown(value: unknown): string {
  if (value === undefined || value === '') return text.none
  return typeof value === 'string' ? value : [value].flat().map(String).join(', ')
}
