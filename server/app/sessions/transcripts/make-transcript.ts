import { randomUUID } from 'node:crypto'
import type { Profile } from '@portico/contract/profile'
import { transcripts } from '../../../core/session/transcript.ts'
import { type HeardRecording, mergeLines } from '../../../core/session/transcript-lines.ts'
import { dayOf } from '../../../core/time/moments.ts'
import type { Blobs } from '../../../files/blobs.ts'
import type { Typesetting } from '../../../files/decision/typesetting.ts'
import { NoEngine, type Speech } from '../../../files/speech/speech.ts'
import { type TranscriptFacts, transcriptsOf } from '../../../projections/transcripts.ts'
import type { Database, Queryable } from '../../../store/db.ts'
import { endProgress, forgetHeard } from '../../../store/heard-speech.ts'
import { keepText } from '../../../store/work-product-texts.ts'
import type { Execute } from '../../engine/execute.ts'
import { systemActor } from '../../engine/system-actor.ts'
import { createHearRecording, EnoughForNow, type Turn } from './hear-recording.ts'
import { transcriptPaper } from './transcript-paper.ts'
import { hashOf, linesOf } from './transcripts.ts'

type OfSession = { caseId: string; sessionId: string }

export type Transcribing = {
  /** Makes what is awaited: `more` where the rest is for another turn, `delayed` where the engine is not to be had. */
  make(of: OfSession, signal?: AbortSignal): Promise<'done' | 'more' | 'delayed'>
  /** Files what was certified. */
  print(of: OfSession, signal?: AbortSignal): Promise<void>
}

/** Then other background work has its turn. */
const partsPerRun = 3
const nothingHeard = 'no engine'

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
  const hear = createHearRecording({ db, blobs, speech, clock })
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
      const listened = await hear(of, recording, turn, signal)
      if (listened.model !== undefined) model = listened.model
      heard.push(listened)
    }
    const lines = mergeLines(heard)
    const tried = heard.map(({ recording }) => recording)
    const summary = { ...facts.summary, recordings: tried, model }
    const paper = await print(of, { ...facts, summary }, lines, signal)
    signal?.throwIfAborted()
    const command = {
      type: 'noteDrafted' as const,
      ...of,
      ...{ transcriptId, recordings: tried, model, linesSha256: hashOf(lines), paper },
    }
    const also = async (tx: Queryable, isNews: boolean) => {
      if (isNews) await keepText(tx, caseId, lines)
    }
    await execute(transcripts, { ...call(), also }, command, () => null)
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
}
