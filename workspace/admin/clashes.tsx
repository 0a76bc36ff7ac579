import { Button } from '../ui/button.tsx'
import { words } from '../words/admin.ts'
import { placeWords, shown } from './places.ts'
import type { Drafting } from './use-profile-draft.ts'

const text = words.clash

/** Where two changed the same: both, and which of them is to stay. */
export function Clashes({ drafting }: { drafting: Drafting }) {
  const { clashes, profile, choose } = drafting
  return (
    <section className="entry clashes" aria-label={text.title}>
      <header>
        <h2>{text.title}</h2>
      </header>
      <p role="alert">{text.text}</p>
      {clashes.map(({ place, base, mine, theirs }) => (
        <article key={place} data-id={place}>
          <h3>{placeWords(place, profile)}</h3>
          <div className="versions-of">
            {(
              [
                ['was', base, undefined],
                ['mine', mine, 'keepMine'],
                ['theirs', theirs, 'takeTheirs'],
              ] as const
            ).map(([whose, value, action]) => (
              <div key={whose}>
                <h4>{text[whose]}</h4>
                <pre>{value === undefined ? (whose === 'was' ? text.none : text.gone) : shown(value)}</pre>
                {action ? (
                  <Button onClick={() => choose(place, whose as 'mine' | 'theirs')}>{text[action]}</Button>
                ) : null}
              </div>
            ))}
          </div>
        </article>
      ))}
    </section>
  )
}

/** What somebody else has put in force since, which touches nothing that was changed here. */
export function Meanwhile({ drafting: { meanwhile, profile, dismiss } }: { drafting: Drafting }) {
  if (!meanwhile) return null
  const places = [...new Set(meanwhile.changes.map(({ place }) => placeWords(place, profile)))]
  return (
    <p className="notice" role="status">
      <b>{words.meanwhile.title(meanwhile.by)}:</b> {places.join('; ')}. {words.meanwhile.kept}{' '}
      <Button onClick={dismiss}>{words.meanwhile.dismiss}</Button>
    </p>
  )
}
