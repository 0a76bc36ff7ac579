import type { TranscriptRecording } from '@portico/contract/transcripts'
import { msBetween } from '../../../core/time/moments.ts'
import type { Blobs } from '../../../files/blobs.ts'
import type { Speech } from '../../../files/speech/speech.ts'
import { UnreadableSound } from '../../../files/speech/unreadable-sound.ts'
import type { Database, Queryable } from '../../../store/db.ts'
import { heardParts, keepHeard, sayProgress } from '../../../store/heard-speech.ts'

type OfSession = { caseId: string; sessionId: string }

/** How many parts may still be heard before other background work has its turn. */
export type Turn = { partsLeft: number }

/** Enough was heard in this turn. */
export class EnoughForNow extends Error {}

/** So much sound is heard before it is stored: what a killed process loses. */
const partMs = 120_000
const sayEveryMs = 2000

/** What is said in a recording, heard part by part; each part is stored, so that an interruption loses little. */
export function createHearRecording({
  db,
  blobs,
  speech,
  clock,
}: {
  db: Database
  blobs: Blobs
  speech: Speech
  clock: () => Date
}) {
  /** A recording that cannot be heard does not keep the others from being transcribed. */
  async function hear(session: OfSession, recording: TranscriptRecording, turn: Turn, signal?: AbortSignal) {
    const { caseId } = session
    const { documentId } = recording
    const sound = await soundOf(db, caseId, documentId)
    if (!sound) return { recording: { ...recording, why: 'The recording was removed.' }, lines: [] }
    const { sha256 } = sound
    const parts = await heardParts(db, { caseId, documentId, sha256 })
    await using file = await blobs.localFile(sha256)
    const say = progressTo(session)
    try {
      for (let fromMs = nextOf(parts); fromMs !== undefined; fromMs = nextOf(parts)) {
        signal?.throwIfAborted()
        if (turn.partsLeft-- <= 0) throw new EnoughForNow()
        const heard = await speech.hear(
          { path: file.path, fromMs, forMs: partMs },
          {
            signal,
            onProgress: ({ bytes, of: total }) =>
              say(`Fetching the speech engine: ${inMb(bytes)} of ${inMb(total)} MB.`),
          },
        )
        const part = {
          fromMs,
          nextMs: heard.nextMs,
          untilMs: heard.untilMs,
          model: heard.model,
          lines: heard.lines,
        }
        await keepHeard(db, { caseId, documentId, sha256 }, part)
        parts.push(part)
        say(`Listening to ${recording.speaker}.`)
      }
    } catch (error) {
      if (!(error instanceof UnreadableSound)) throw error
      return { recording: { ...recording, why: error.message }, lines: parts.flatMap(({ lines }) => lines) }
    }
    return { recording, lines: parts.flatMap(({ lines }) => lines), model: parts.at(-1)?.model }
  }

  /** Now and then, and never in the way: nobody waits for it to be written. */
  function progressTo(session: OfSession) {
    let said = new Date(0)
    return (note: string) => {
      const now = clock()
      if (msBetween(said, now) < sayEveryMs) return
      said = now
      sayProgress(db, session, note, now).catch(() => {})
    }
  }

  return hear
}

const inMb = (bytes: number) => Math.round(bytes / 1e6)

function nextOf(parts: readonly { nextMs: number | undefined }[]): number | undefined {
  const last = parts.at(-1)
  return last ? last.nextMs : 0
}

/** The original of a recording's document; nothing where it was removed. */
async function soundOf(
  db: Queryable,
  caseId: string,
  documentId: string,
): Promise<{ sha256: string } | undefined> {
  const [row] = await db.rows<{ sha256: string | null }>(
    `select coalesce(original->>'sha256', content->>'sha256') as sha256 from documents
     where case_id = $1 and document_id = $2 and status <> 'removed'`,
    [caseId, documentId],
  )
  return row?.sha256 ? { sha256: row.sha256 } : undefined
}
