import { useCallback, useEffect, useState } from 'react'
import { useTitle } from '../frame/title.ts'
import { Button } from '../ui/button.tsx'
import { State } from '../ui/states.tsx'
import { words as frame } from '../words/frame.ts'
import { words } from '../words/room.ts'
import { DeviceCheck } from './device-check.tsx'
import { type Caption, InSession } from './in-session.tsx'
import { useMicrophone } from './use-microphone.ts'
import { useRecording } from './use-recording.ts'
import { type RoomEvent, useRoom } from './use-room.ts'
import { useVoices } from './use-voices.ts'
import { WaitingRoom } from './waiting-room.tsx'
import './room.css'

/** A session that is held in the workspace. The link is behind the number sign, which no browser sends to a server. */
export function Room() {
  useTitle(words.title)
  const [link] = useState(() => location.hash.slice(1))
  return (
    <main className="room">
      <p className="brand">{frame.portico}</p>
      <div className="sheet">
        {link === '' ? (
          <State level="h1" title={words.title}>
            {words.noLink}
          </State>
        ) : (
          <Joined link={link} />
        )}
      </div>
    </main>
  )
}

function Joined({ link }: { link: string }) {
  const [captions, setCaptions] = useState<Caption[]>([])
  const microphone = useMicrophone()
  const { stream, giveBack } = microphone

  const onEvents = (events: readonly RoomEvent[]) => {
    for (const event of events) {
      if (event.type === 'caption') setCaptions((before) => [...before.slice(-4), event.data as Caption])
      voices.hear(event)
    }
  }
  const { standing, problem, room, enter, again, send, act, leave } = useRoom(link, {
    onEntered: () => voices.close(),
    onEvents,
  })
  const voices = useVoices(
    useCallback((to: string, data: unknown) => send({ type: 'signal', to, data }), [send]),
  )
  const { close, follow, speak } = voices
  const view = standing.is === 'in' ? standing.view : undefined
  const you = view?.you
  const isOver = view?.isOver === true
  const isIn = you?.status === 'here' && !isOver

  useEffect(() => {
    if (stream) speak(stream)
  }, [stream, speak])
  useEffect(() => {
    if (isIn && stream && view) follow(view, stream)
  }, [isIn, stream, view, follow])
  useEffect(() => {
    if (!isIn) close()
  }, [isIn, close])

  const isRecorded = isIn && you?.consent === 'given' && view?.recording === 'on'
  const recording = useRecording(room, you?.id, isRecorded ? stream : undefined)
  const { unsent, tooLate, flush } = recording

  // Nobody is listened to who has left, was removed, or is in a session that is over.
  const isDone = isOver || standing.is === 'left' || (standing.is === 'refused' && !standing.mayRetry)
  useEffect(() => {
    if (isDone) giveBack()
  }, [isDone, giveBack])

  useEffect(() => {
    if (!isOver) return
    // The last chunk comes a moment after the recorder is stopped.
    const timer = setTimeout(() => void flush().then(leave), 500)
    return () => clearTimeout(timer)
  }, [isOver, leave, flush])

  if (standing.is === 'out')
    return (
      <DeviceCheck
        onReady={(ready) => {
          microphone.take(ready)
          void enter()
        }}
      />
    )
  if (standing.is === 'refused')
    return (
      <State
        level="h1"
        title={words.title}
        actions={standing.mayRetry ? <Button onClick={() => void enter()}>{words.again}</Button> : undefined}
      >
        {standing.why}
      </State>
    )
  if (standing.is === 'left')
    return (
      <State level="h1" title={words.left} actions={<Button onClick={again}>{words.again}</Button>}>
        {unsent > 0 ? words.over.sending : words.over.sent}
      </State>
    )
  const { view: now, isAway } = standing
  if (isOver)
    return (
      <State level="h1" title={words.over.title}>
        {unsent > 0 ? words.over.sending : words.over.sent}
        {tooLate > 0 ? ` ${words.over.tooLate(tooLate)}` : null}
      </State>
    )
  if (!isIn) return <WaitingRoom view={now} isAway={isAway} onLeave={() => void leave()} />
  return (
    <InSession
      {...{ view: now, isAway, problem, unsent, captions, microphone, voices: voices.voices }}
      onAct={(what) => void act(what)}
      onLeave={() => void leave()}
    />
  )
}
