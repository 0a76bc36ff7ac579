import { useCallback, useEffect, useRef, useState } from 'react'
import { useTitle } from '../frame/title.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { State } from '../ui/states.tsx'
import { words } from '../words/room.ts'
import { DeviceCheck } from './device-check.tsx'
import { type Mesh, openMesh } from './mesh.ts'
import { openRecorder, type Recorder } from './recorder.ts'
import { RoomPeople } from './room-people.tsx'
import { type RoomEvent, useRoom } from './use-room.ts'
import './room.css'

type Caption = { speaker: string; text: string; at: string }

/** A session that is held in the workspace. The link is behind the number sign, which no browser sends to a server. */
export function Room() {
  useTitle(words.title)
  const [link] = useState(() => location.hash.slice(1))
  return link === '' ? (
    <main className="room">
      <State level="h1" title={words.title}>
        {words.noLink}
      </State>
    </main>
  ) : (
    <InRoom link={link} />
  )
}

function InRoom({ link }: { link: string }) {
  const [stream, setStream] = useState<MediaStream>()
  const [isMuted, setMuted] = useState(false)
  const [unsent, setUnsent] = useState(0)
  const [captions, setCaptions] = useState<Caption[]>([])
  const [voices, setVoices] = useState<ReadonlyMap<string, MediaStream>>(new Map())
  const mesh = useRef<Mesh>(undefined)
  const recorder = useRef<Recorder>(undefined)
  const [isOpen, setOpen] = useState(false)

  const onEvents = useCallback((events: readonly RoomEvent[]) => {
    for (const event of events) {
      if (event.type === 'caption') setCaptions((before) => [...before.slice(-4), event.data as Caption])
      void mesh.current?.hear(event).catch(() => {})
    }
  }, [])
  const { standing, room, enter, act, leave } = useRoom(link, onEvents)
  const view = standing.is === 'in' ? standing.view : undefined
  const you = view?.you
  const isHere = you?.status === 'here'

  useEffect(() => {
    if (!isHere || !stream || !you || !view || mesh.current) return
    mesh.current = openMesh({
      ...{ you: you.id, stream, iceServers: view.iceServers },
      signal: (to, data) => act({ type: 'signal', to, data }),
      onVoice: (id, voice) =>
        setVoices((before) => {
          const after = new Map(before)
          if (voice) after.set(id, voice)
          else after.delete(id)
          return after
        }),
    })
  }, [isHere, stream, you, view, act])
  useEffect(() => mesh.current?.follow(view?.people ?? []), [view?.people])

  const person = you?.id
  useEffect(() => {
    if (!room || person === undefined || recorder.current) return
    void openRecorder({ ...room, person: `${link.slice(-16)} ${person}` }, setUnsent).then((opened) => {
      recorder.current = opened
      setOpen(true)
      void opened.wake()
    })
  }, [room, person, link])

  const isRecorded = isHere && you?.consent === 'given' && view?.recording === 'on' && !view.isOver
  useEffect(() => {
    if (!isOpen) return
    if (isRecorded && stream) recorder.current?.start(stream)
    else recorder.current?.stop()
  }, [isRecorded, stream, isOpen])

  const isOver = view?.isOver === true
  useEffect(() => {
    if (!isOver) return
    mesh.current?.close()
    // The last chunk comes a moment after the recorder is stopped.
    const timer = setTimeout(() => void recorder.current?.flush().then(leave), 500)
    return () => clearTimeout(timer)
  }, [isOver, leave])

  useEffect(() => {
    for (const track of stream?.getAudioTracks() ?? []) track.enabled = !isMuted
  }, [stream, isMuted])

  if (standing.is === 'refused')
    return (
      <main className="room">
        <State
          level="h1"
          title={words.title}
          actions={
            standing.mayRetry ? <Button onClick={() => void enter()}>{words.again}</Button> : undefined
          }
        >
          {standing.why}
        </State>
      </main>
    )
  if (standing.is === 'out' || !view || !you)
    return (
      <main className="room">
        <DeviceCheck
          onReady={(ready) => {
            setStream(ready)
            void enter()
          }}
        />
      </main>
    )
  if (isOver)
    return (
      <main className="room">
        <State level="h1" title={words.over.title}>
          {unsent > 0 ? words.over.sending : words.over.sent}
        </State>
      </main>
    )
  if (!isHere)
    return (
      <main className="room">
        <State level="h1" title={words.waiting.title}>
          {words.waiting.explain}
        </State>
      </main>
    )
  return (
    <main className="room">
      <header>
        <h1>{words.docket(view.session.docketNumber)}</h1>
        <p className={`record ${view.recording}`} role="status">
          {words.recording[view.recording]}
        </p>
      </header>
      {standing.isAway ? (
        <p className="away" role="alert">
          {words.away}
        </p>
      ) : null}
      <RoomPeople
        people={view.people}
        you={you}
        onAdmit={(personId) => void act({ type: 'admit', personId })}
        onRemove={(personId) => void act({ type: 'remove', personId })}
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
        {you.isHost && view.recording === 'on' ? (
          <>
            <Button onClick={() => void act({ type: 'record', recording: 'paused' })}>{words.pause}</Button>
            <Button onClick={() => void act({ type: 'record', recording: 'offTheRecord' })}>
              {words.offTheRecord}
            </Button>
          </>
        ) : null}
        {you.isHost && view.recording !== 'on' ? (
          <Button kind="solid" onClick={() => void act({ type: 'record', recording: 'on' })}>
            {words.resume}
          </Button>
        ) : null}
        <Button onClick={() => void leave()}>{words.leave}</Button>
        {unsent > 2 ? <span className="faint">{words.unsent(unsent)}</span> : null}
      </div>
      {[...voices].map(([id, voice]) => (
        <Voice key={id} stream={voice} />
      ))}
      {you.consent === undefined ? (
        <Dialog title={words.consent.title} onClose={() => void act({ type: 'consent', isGiven: false })}>
          <p>{words.consent.explain}</p>
          <div className="controls">
            <Button kind="solid" onClick={() => void act({ type: 'consent', isGiven: true })}>
              {words.consent.yes}
            </Button>
            <Button onClick={() => void act({ type: 'consent', isGiven: false })}>{words.consent.no}</Button>
          </div>
        </Dialog>
      ) : null}
    </main>
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
