import { randomUUID } from 'node:crypto'
import type { Profile } from '@portico/contract/profile'
import type { TranscriptRecording } from '@portico/contract/transcripts'
import { transcripts } from '../../../core/session/transcript.ts'
import { type HeardRecording, mergeLines } from '../../../core/session/transcript-lines.ts'
import { dayOf, msBetween } from '../../../core/time/moments.ts'
import type { Blobs } from '../../../files/blobs.ts'
import type { Typesetting } from '../../../files/decision/typesetting.ts'
import { NoEngine, type Speech } from '../../../files/speech/speech.ts'
import { UnreadableSound } from '../../../files/speech/unreadable-sound.ts'
import { type TranscriptFacts, transcriptsOf } from '../../../projections/transcripts.ts'
import type { Database, Queryable } from '../../../store/db.ts'
import { endProgress, forgetHeard, heardParts, keepHeard, sayProgress } from '../../../store/heard-speech.ts'
import { keepText } from '../../../store/work-product-texts.ts'
import type { Execute } from '../../engine/execute.ts'
import { systemActor } from '../../engine/system-actor.ts'
import { transcriptPaper } from './transcript-paper.ts'
import { hashOf, linesOf } from './transcripts.ts'

type OfSession = { caseId: string; sessionId: string }
type Turn = { partsLeft: number }

export type Transcribing = {
  /** Makes what is awaited: `more` where the rest is for another turn, `delayed` where the engine is not to be had. */
  make(of: OfSession, signal?: AbortSignal): Promise<'done' | 'more' | 'delayed'>
  /** Files what was certified. */
  print(of: OfSession, signal?: AbortSignal): Promise<void>
}

/** So much sound is heard before it is stored: what a killed process loses. */
const partMs = 120_000
/** Then other background work has its turn. */
const partsPerRun = 3
const sayEveryMs = 2000
const nothingHeard = 'no engine'

/** Enough was heard in this turn. */
class EnoughForNow extends Error {}

/**
 * From the recordings of a session to its transcript, a document of the case. Each part that is heard is stored, so an
 * interruption loses two minutes of sound at most; the transcript itself is made once, by whoever is first.
 */
export function createTranscribing({
  db,
  execute,
  blobs,
  speech,
  typesetting,
  profileFor,
  clock,
  notice,
}: {
  db: Database
  execute: Execute
  blobs: Blobs
  speech: Speech
  typesetting: Pick<Typesetting, 'typesetTranscript'>
  profileFor: (tx: Queryable) => Promise<Profile>
  clock: () => Date
  notice?: string | undefined
}): Transcribing {
  const call = () => ({ at: clock(), actor: systemActor, correlationId: randomUUID() })
  const print = async (
    of: OfSession,
    facts: TranscriptFacts,
    lines: Parameters<typeof transcriptPaper>[2]['lines'],
    signal?: AbortSignal,
  ) => {
    const around = { profile: await profileFor(db), today: dayOf(clock()), notice }
    return transcriptPaper(db, of, { facts, lines }, { ...around, typesetting, blobs, signal })
  }

  return {
    async make(of, signal) {
      const turn = { partsLeft: partsPerRun }
      for (const facts of await transcriptsOf(db, of.caseId, of.sessionId)) {
        if (facts.summary.status !== 'awaited') continue
        try {
          await draft(of, facts, turn, signal)
        } catch (error) {
          if (error instanceof EnoughForNow) return 'more'
          if (!(error instanceof NoEngine)) throw error
          await delay(of, facts.summary.id, error)
          return speech.isOn ? 'delayed' : 'done'
        }
        await endProgress(db, of)
      }
      return 'done'
    },

    async print(of, signal) {
      for (const facts of await transcriptsOf(db, of.caseId, of.sessionId))
        if (facts.summary.status === 'certified' && !facts.isPrinted) await printCertified(of, facts, signal)
    },
  }

  /** Said once for each reason, however often it is tried. */
  async function delay(of: OfSession, transcriptId: string, { message }: NoEngine) {
    const why = speech.isOn ? `${message} It is tried again by itself.` : message
    await execute(transcripts, call(), { type: 'noteDelayed', ...of, transcriptId, why }, () => null)
    await endProgress(db, of)
  }

  async function draft(of: OfSession, facts: TranscriptFacts, turn: Turn, signal?: AbortSignal) {
    const { caseId } = of
    const { id: transcriptId, recordings } = facts.summary
    const heard: HeardRecording[] = []
    let model = nothingHeard
    for (const recording of recordings) {
      const one = await hear(of, recording, turn, signal)
      if (one.model !== undefined) model = one.model
      heard.push(one)
    }
    const lines = mergeLines(heard)
    const listened = heard.map(({ recording }) => recording)
    const summary = { ...facts.summary, recordings: listened, model }
    const paper = await print(of, { ...facts, summary }, lines, signal)
    signal?.throwIfAborted()
    const command = {
      type: 'noteDrafted' as const,
      ...of,
      ...{ transcriptId, recordings: listened, model, linesSha256: hashOf(lines), paper },
    }
    const also = async (tx: Queryable, isNews: boolean) => {
      if (isNews) await keepText(tx, caseId, lines)
    }
    await execute(transcripts, { ...call(), also }, command, () => null)
  }

  /** A recording that cannot be heard does not keep the others from being transcribed. */
  async function hear(of: OfSession, recording: TranscriptRecording, turn: Turn, signal?: AbortSignal) {
    const { caseId } = of
    const { documentId } = recording
    const sound = await soundOf(db, caseId, documentId)
    if (!sound) return { recording: { ...recording, why: 'The recording was removed.' }, lines: [] }
    const { sha256 } = sound
    const parts = await heardParts(db, { caseId, documentId, sha256 })
    await using file = await blobs.localFile(sha256)
    const say = progressTo(of)
    try {
      for (let fromMs = nextOf(parts); fromMs !== undefined; fromMs = nextOf(parts)) {
        signal?.throwIfAborted()
        if (turn.partsLeft-- <= 0) throw new EnoughForNow()
        const one = await speech.hear(
          { path: file.path, fromMs, forMs: partMs },
          {
            signal,
            onProgress: ({ bytes, of: all }) =>
              say(`Fetching the speech engine: ${inMb(bytes)} of ${inMb(all)} MB.`),
          },
        )
        const part = { fromMs, nextMs: one.nextMs, untilMs: one.untilMs, model: one.model, lines: one.lines }
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

  async function printCertified(of: OfSession, facts: TranscriptFacts, signal?: AbortSignal) {
    const { id: transcriptId, recordings } = facts.summary
    const lines = await linesOf(db, { ...of, transcriptId }, facts)
    const paper = await print(of, facts, lines, signal)
    await execute(transcripts, call(), { type: 'notePrinted', ...of, transcriptId, paper }, () => null)
    await forgetHeard(
      db,
      of.caseId,
      recordings.map(({ documentId }) => documentId),
    )
  }

  /** Now and then, and never in the way: nobody waits for it to be written. */
  function progressTo(of: OfSession) {
    let said = new Date(0)
    return (note: string) => {
      const now = clock()
      if (msBetween(said, now) < sayEveryMs) return
      said = now
      sayProgress(db, of, note, now).catch(() => {})
    }
  }
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
