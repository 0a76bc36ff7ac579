import type { ListedSession } from '@portico/sdk'
import { moment, momentIn, ownTimeZone } from '../ui/dates.ts'
import { words } from '../words/sessions.ts'

export type Slot = NonNullable<ListedSession['session']['slot']>

/** When it is by the reader's clock and, where that is another, by the clock of those who come. */
export function SlotTime({ slot }: { slot: Slot }) {
  const isElsewhere = slot.timeZone !== ownTimeZone()
  return (
    <>
      <time dateTime={slot.startsAt}>{moment(slot.startsAt)}</time>
      {isElsewhere ? <small>{momentIn(slot.startsAt, slot.timeZone)}</small> : null}
    </>
  )
}

export const namesOf = (participants: readonly { name: string }[] = []): string =>
  participants.map(({ name }) => name).join(', ')

export function SessionBadges({ session }: { session: ListedSession['session'] }) {
  return (
    <span className="badges">
      <span className={`badge ${session.status === 'held' ? 'good' : ''}`}>
        {words.status[session.status]}
      </span>
      {session.conflicts?.length ? <span className="badge bad">{words.conflict}</span> : null}
    </span>
  )
}
