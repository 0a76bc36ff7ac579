import { Button } from '../ui/button.tsx'
import { momentIn } from '../ui/dates.ts'
import { State } from '../ui/states.tsx'
import { words } from '../words/room.ts'
import type { RoomView } from './use-room.ts'

/** Nothing of the case is told here: who waits may be anybody who has the link. */
export function WaitingRoom({
  view: { you, session },
  isAway,
  onLeave,
}: {
  view: RoomView
  isAway: boolean
  onLeave: () => void
}) {
  const { title, explain, name, begins } = words.waiting
  return (
    <State level="h1" title={title} actions={<Button onClick={onLeave}>{words.leave}</Button>}>
      <span>{name(you.name)} </span>
      <span>{begins(momentIn(session.startsAt, session.timeZone))} </span>
      <span>{explain}</span>
      {isAway ? (
        <span className="away" role="alert">
          {' '}
          {words.unreachable}
        </span>
      ) : null}
    </State>
  )
}
