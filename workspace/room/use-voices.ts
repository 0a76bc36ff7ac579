import { useCallback, useEffect, useRef, useState } from 'react'
import { type Mesh, openMesh } from './mesh.ts'
import type { RoomEvent, RoomView } from './use-room.ts'

type Signal = (to: string, data: unknown) => Promise<unknown>

/** The voices of the others, as long as somebody is in the room and has a microphone. */
export function useVoices(signal: Signal) {
  const [voices, setVoices] = useState<ReadonlyMap<string, MediaStream>>(new Map())
  const mesh = useRef<Mesh>(undefined)
  const early = useRef<RoomEvent[]>([])

  const close = useCallback(() => {
    mesh.current?.close()
    mesh.current = undefined
    early.current = []
  }, [])

  /** What comes before there is anybody to hear it is kept until then. */
  const hear = useCallback((event: RoomEvent) => {
    if (mesh.current) void mesh.current.hear(event).catch(() => {})
    else early.current.push(event)
  }, [])

  const follow = useCallback(
    ({ you, people, iceServers }: RoomView, stream: MediaStream) => {
      if (!mesh.current) {
        mesh.current = openMesh({
          ...{ you: you.id, stream, iceServers, signal },
          onVoice: (id, voice) =>
            setVoices((before) => {
              const after = new Map(before)
              if (voice) after.set(id, voice)
              else after.delete(id)
              return after
            }),
        })
        for (const event of early.current.splice(0)) hear(event)
      }
      mesh.current.follow(people)
    },
    [signal, hear],
  )

  const speak = useCallback((stream: MediaStream) => void mesh.current?.speak(stream).catch(() => {}), [])

  useEffect(() => close, [close])
  return { voices, hear, follow, speak, close }
}
