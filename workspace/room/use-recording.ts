import { useCallback, useEffect, useRef, useState } from 'react'
import { openRecorder, type Recorder } from './recorder.ts'
import type { RoomClient } from './use-room.ts'

/** The recording of one's own voice, and how much of it is still here. */
export function useRecording(
  room: RoomClient | undefined,
  person: string | undefined,
  stream: MediaStream | undefined,
) {
  const recorder = useRef<Recorder>(undefined)
  const [isOpen, setOpen] = useState(false)
  const [unsent, setUnsent] = useState(0)
  const [tooLate, setTooLate] = useState(0)

  const link = room?.link ?? ''
  useEffect(() => {
    if (!room || person === undefined || recorder.current) return
    const onTooLate = () => setTooLate((before) => before + 1)
    const own = { ...room, person: `${link.slice(-16)} ${person}` }
    void openRecorder(own, { onUnsent: setUnsent, onTooLate }).then((opened) => {
      recorder.current = opened
      setOpen(true)
      void opened.wake()
    })
  }, [room, person, link])

  useEffect(() => {
    if (!isOpen || !stream) return
    recorder.current?.start(stream)
    return () => recorder.current?.stop()
  }, [isOpen, stream])

  const flush = useCallback(async () => recorder.current?.flush(), [])
  return { unsent, tooLate, flush }
}
