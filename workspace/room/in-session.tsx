import { useEffect, useRef } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { words } from '../words/room.ts'
import { RoomPeople } from './room-people.tsx'
import { askForMicrophone, type useMicrophone } from './use-microphone.ts'
import type { Act, RoomView } from './use-room.ts'

export type Caption = { speaker: string; text: string; at: string }

/** The room as those see it who were let in. */
export function InSession({
  view: { you, people, session, recording, record },
  isAway,
  problem,
  unsent,
  captions,
  microphone,
  voices,
  onAct,
  onLeave,
}: {
  view: RoomView
  isAway: boolean
  problem: string | undefined
  unsent: number
  captions: readonly Caption[]
  microphone: ReturnType<typeof useMicrophone>
  voices: ReadonlyMap<string, MediaStream>
  onAct: (act: Act) => void
  onLeave: () => void
}) {
  const { isMuted, setMuted, isLost, take } = microphone
  const consent = (isGiven: boolean) => onAct({ type: 'consent', isGiven })
  return (
    <>
      <header>
        <h1>{words.docket(session.docketNumber)}</h1>
        <p className={`record ${isAway ? 'away' : record}`} role="status">
          {words.record[isAway ? 'away' : record]}
        </p>
      </header>
      {isAway ? <Alert>{words.away}</Alert> : null}
      {problem === undefined ? null : <Alert>{problem}</Alert>}
      {isLost ? (
        <div className="controls">
          <Alert>{words.lost.why}</Alert>
          <Button kind="solid" onClick={() => void askForMicrophone().then(take, () => {})}>
            {words.lost.again}
          </Button>
        </div>
      ) : null}
      <RoomPeople
        people={people}
        you={you}
        onAdmit={(personId) => onAct({ type: 'admit', personId })}
        onRemove={(personId) => onAct({ type: 'remove', personId })}
      />
      <section className="captions" aria-label={words.captions} aria-live="polite">
        {captions.map(({ speaker, text, at }) => (
          <p key={`${at} ${text}`}>
            <b>{speaker}</b> {text}
          </p>
        ))}
      </section>
      <div className="controls">
        <Button aria-pressed={isMuted} onClick={() => setMuted(!isMuted)}>
          {isMuted ? words.unmute : words.mute}
        </Button>
        {you.isHost && recording === 'on' ? (
          <>
            <Button onClick={() => onAct({ type: 'record', recording: 'paused' })}>{words.pause}</Button>
            <Button onClick={() => onAct({ type: 'record', recording: 'offTheRecord' })}>
              {words.offTheRecord}
            </Button>
          </>
        ) : null}
        {you.isHost && recording !== 'on' ? (
          <Button kind="solid" onClick={() => onAct({ type: 'record', recording: 'on' })}>
            {words.resume}
          </Button>
        ) : null}
        {you.consent === 'refused' ? (
          <Button onClick={() => consent(true)}>{words.consent.after}</Button>
        ) : null}
        {you.consent === 'given' ? (
          <Button onClick={() => consent(false)}>{words.consent.withdraw}</Button>
        ) : null}
        <span className="leave">
          <Button onClick={onLeave}>{words.leave}</Button>
        </span>
        {unsent > 2 ? <span className="faint">{words.unsent(unsent)}</span> : null}
      </div>
      {[...voices].map(([id, voice]) => (
        <Voice key={id} stream={voice} />
      ))}
      {you.consent === undefined ? (
        <Dialog title={words.consent.title} onClose={() => consent(false)}>
          <p>{words.consent.explain}</p>
          <div className="controls">
            <Button kind="solid" onClick={() => consent(true)}>
              {words.consent.yes}
            </Button>
            <Button onClick={() => consent(false)}>{words.consent.no}</Button>
          </div>
        </Dialog>
      ) : null}
    </>
  )
}

function Alert({ children }: { children: string }) {
  return (
    <p className="away" role="alert">
      {children}
    </p>
  )
}

function Voice({ stream }: { stream: MediaStream }) {
  const element = useRef<HTMLAudioElement>(null)
  useEffect(() => {
    if (element.current) element.current.srcObject = stream
  }, [stream])
  // biome-ignore lint/a11y/useMediaCaption: what is said now has captions in the room
  return <audio ref={element} autoPlay />
}
