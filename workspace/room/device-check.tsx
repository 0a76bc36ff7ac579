import { useEffect, useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { words } from '../words/room.ts'
import { askForMicrophone } from './use-microphone.ts'

/** Before somebody joins, their microphone is tried: the bar must move when they speak. */
export function DeviceCheck({ onReady }: { onReady: (stream: MediaStream) => void }) {
  const text = words.check
  const [stream, setStream] = useState<MediaStream>()
  const [isRefused, setRefused] = useState(false)
  const meter = useRef<HTMLMeterElement>(null)

  const test = async () => {
    setRefused(false)
    try {
      setStream(await askForMicrophone())
    } catch {
      setRefused(true)
    }
  }

  useEffect(() => {
    if (!stream) return
    const context = new AudioContext()
    const analyser = context.createAnalyser()
    context.createMediaStreamSource(stream).connect(analyser)
    const samples = new Uint8Array(analyser.fftSize)
    const timer = setInterval(() => {
      analyser.getByteTimeDomainData(samples)
      const loudest = samples.reduce((most, value) => Math.max(most, Math.abs(value - 128)), 0)
      if (meter.current) meter.current.value = loudest / 128
    }, 100)
    return () => {
      clearInterval(timer)
      void context.close()
    }
  }, [stream])

  return (
    <div className="check">
      <h1>{text.title}</h1>
      <p>{text.explain}</p>
      {isRefused ? <p role="alert">{text.refused}</p> : null}
      {stream ? <meter ref={meter} min={0} max={1} aria-label={text.level} /> : null}
      <div className="controls">
        {stream ? (
          <Button kind="solid" onClick={() => onReady(stream)}>
            {text.join}
          </Button>
        ) : (
          <Button kind="solid" onClick={() => void test()}>
            {text.test}
          </Button>
        )}
      </div>
    </div>
  )
}
