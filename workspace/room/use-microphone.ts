import { useCallback, useEffect, useState } from 'react'

export const askForMicrophone = (): Promise<MediaStream> =>
  navigator.mediaDevices.getUserMedia({ audio: { echoCancellation: true, noiseSuppression: true } })

/** The microphone of somebody in a room: given back when they go, and missed when it is pulled out. */
export function useMicrophone() {
  const [stream, setStream] = useState<MediaStream>()
  const [isMuted, setMuted] = useState(false)
  const [isLost, setLost] = useState(false)

  const take = useCallback((taken: MediaStream) => {
    setLost(false)
    setStream(taken)
  }, [])
  const giveBack = useCallback(() => {
    setMuted(false)
    setLost(false)
    setStream(undefined)
  }, [])

  useEffect(() => {
    const tracks = stream?.getAudioTracks() ?? []
    const missed = () => setLost(true)
    for (const track of tracks) track.addEventListener('ended', missed)
    return () => {
      for (const track of tracks) {
        track.removeEventListener('ended', missed)
        track.stop()
      }
    }
  }, [stream])
  useEffect(() => {
    for (const track of stream?.getAudioTracks() ?? []) track.enabled = !isMuted
  }, [stream, isMuted])

  return { stream, isMuted, setMuted, isLost, take, giveBack }
}
