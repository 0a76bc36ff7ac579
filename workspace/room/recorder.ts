import { msUntil } from '../ui/dates.ts'
import { type Kept, openOutbox } from './outbox.ts'
import { isNo, type RoomClient } from './use-room.ts'

const mediaType = 'audio/webm;codecs=opus'
const sliceMs = 1000
const retryMs = 1000

/**
 * Records one voice in chunks of a second. Each is kept in the browser until the service has stored it, so that neither a
 * crash of the service nor of the page loses more than the chunk that is being spoken.
 */
export async function openRecorder(
  { client, link, seat, person, serverNow }: RoomClient & { person: string },
  { onUnsent, onTooLate }: { onUnsent: (count: number) => void; onTooLate: () => void },
) {
  const outbox = await openOutbox(person)
  let recorder: MediaRecorder | undefined
  let isStopped = false
  let pump: Promise<void> | undefined

  const send = async () => {
    while (!isStopped) {
      const chunk = await outbox.first()
      onUnsent(await outbox.count())
      if (!chunk) return
      try {
        await client.rooms.sendSound(link, seat(), chunk)
        await outbox.drop(chunk)
      } catch (error) {
        // What the service will never take is not kept for ever.
        if (isNo(error)) {
          if (error.status === 410) onTooLate()
          await outbox.drop(chunk)
        } else await new Promise((again) => setTimeout(again, retryMs))
      }
    }
  }
  const wake = () => {
    pump ??= send()
      .catch(() => {})
      .then(() => {
        pump = undefined
      })
    return pump
  }

  return {
    /** A track of its own for each start: its first chunk has what the others need to be read. */
    start(stream: MediaStream) {
      if (recorder) return
      const own = new MediaRecorder(stream, { mimeType: mediaType, audioBitsPerSecond: 32_000 })
      const track = crypto.randomUUID()
      let sequence = 0
      let startedAt = serverNow()
      let offsetMs = 0
      let chunks = Promise.resolve()
      own.onstart = () => {
        startedAt = serverNow()
      }
      own.ondataavailable = ({ data }) => {
        if (data.size === 0) return
        const endMs = Math.max(offsetMs + 1, Math.round(msUntil(serverNow(), new Date(startedAt))))
        const chunk = {
          track,
          sequence: sequence++,
          startedAt,
          offsetMs,
          durationMs: Math.min(10_000, endMs - offsetMs),
        }
        offsetMs = endMs
        chunks = chunks.then(async () => {
          const kept: Kept = { ...chunk, mediaType, bytes: await base64(data) }
          await outbox.keep(kept)
          void wake()
        })
      }
      own.start(sliceMs)
      recorder = own
    },
    stop() {
      recorder?.stop()
      recorder = undefined
    },
    /** Sends what is left, and says when nothing is. */
    async flush() {
      while (!isStopped && (await outbox.count()) > 0) await wake()
      onUnsent(0)
    },
    wake,
    close() {
      recorder?.stop()
      recorder = undefined
      isStopped = true
    },
  }
}

export type Recorder = Awaited<ReturnType<typeof openRecorder>>

function base64(data: Blob): Promise<string> {
  return new Promise((read, failed) => {
    const reader = new FileReader()
    reader.onload = () => read(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => failed(reader.error)
    reader.readAsDataURL(data)
  })
}
