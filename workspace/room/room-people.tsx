import { Button } from '../ui/button.tsx'
import { words } from '../words/room.ts'
import type { RoomPerson } from './use-room.ts'

/** Who is here, who waits, and who is away; a host lets in and removes. */
export function RoomPeople({
  people,
  you,
  onAdmit,
  onRemove,
}: {
  people: readonly RoomPerson[]
  you: RoomPerson
  onAdmit: (personId: string) => void
  onRemove: (personId: string) => void
}) {
  return (
    <section aria-label={words.people}>
      <ul className="people">
        {people.map(({ id, name, isHost, status, consent, isRecorded }) => (
          <li key={id} data-status={status}>
            <b>{name}</b>
            <span className="faint">
              {[
                id === you.id ? words.you : undefined,
                isHost ? words.host : undefined,
                words.status[status],
                status === 'here' ? recordOf(consent, isRecorded) : undefined,
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
            {you.isHost && id !== you.id && !isHost ? (
              <span className="acts">
                {status === 'waiting' ? (
                  <Button kind="solid" onClick={() => onAdmit(id)}>
                    {words.admit(name)}
                  </Button>
                ) : null}
                <Button onClick={() => onRemove(id)}>{words.remove(name)}</Button>
              </span>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What is stored of them, and not what they have agreed to. */
function recordOf(consent: RoomPerson['consent'], isRecorded: boolean): string {
  if (isRecorded) return words.recorded
  return consent === undefined ? words.notAsked : words.notRecorded
}
