import type { Profile } from '@portico/sdk'
import { words } from '../words/admin.ts'
import { placeWords, shown } from './places.ts'

/** What was, and what is instead. */
export function ChangesTable({
  changes,
  profile,
}: {
  changes: readonly { place: string; before?: unknown; after?: unknown }[]
  profile: Profile
}) {
  return (
    <table className="used changes">
      <caption className="hidden-visually">{words.review.changes}</caption>
      <thead>
        <tr>
          <th scope="col">{words.review.changes}</th>
          <th scope="col">{words.review.before}</th>
          <th scope="col">{words.review.after}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ place, before, after }) => (
          <tr key={place} data-id={place}>
            <th scope="row">{placeWords(place, profile)}</th>
            <td>{before === undefined ? null : <pre>{shown(before)}</pre>}</td>
            <td>{after === undefined ? null : <pre>{shown(after)}</pre>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
