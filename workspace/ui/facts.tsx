import type { ReactNode } from 'react'

/** What is known of something, a line each; what is not known has none. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  // Two may have the same name, as the deadlines of two remands do.
  const lines = facts.map(([name, value], index) => ({ key: `${name} ${index}`, name, value }))
  return (
    <dl className="facts">
      {lines.map(({ key, name, value }) =>
        value === undefined || value === '' ? null : (
          <div key={key} className="fact">
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  )
}
