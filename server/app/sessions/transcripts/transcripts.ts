import { hash } from 'node:crypto'
import type {
  CorrectLine,
  Transcript,
  TranscriptLine,
  TranscriptSummary,
} from '@portico/contract/transcripts'
import { canonicalJson } from '../../../core/kernel/chain.ts'
import { Refusal } from '../../../core/kernel/decider.ts'
import { transcripts as decider } from '../../../core/session/transcript.ts'
import { correctedLines } from '../../../core/session/transcript-lines.ts'
import {
  changesOf,
  type TranscriptFacts,
  transcriptsOf,
  transcriptsToMake,
  transcriptsToPrint,
} from '../../../projections/transcripts.ts'
import type { Database, Queryable } from '../../../store/db.ts'
import { heardMs, progressNote } from '../../../store/heard-speech.ts'
import { keepText, readText } from '../../../store/work-product-texts.ts'
import type { Execute, Request } from '../../engine/execute.ts'

export type Transcripts = ReturnType<typeof openTranscripts>

export type OfTranscript = { caseId: string; sessionId: string; transcriptId: string }

/** Transcripts of sessions: read beside the sound, corrected, and certified. */
export function openTranscripts({ db, execute }: { db: Database; execute: Execute }) {
  const detail = async (of: OfTranscript): Promise<Transcript> => {
    const facts = await factsOf(db, of)
    const lines = await linesOf(db, of, facts)
    return { ...(await withProgress(db, of.caseId, facts)), lines, linesSha256: hashOf(lines) }
  }

  return {
    async list(caseId: string, sessionId: string): Promise<TranscriptSummary[]> {
      const found = await transcriptsOf(db, caseId, sessionId)
      return Promise.all(found.map((facts) => withProgress(db, caseId, facts)))
    },

    get: detail,

    /** The sessions with a transcript that is still to be made. */
    toMake: () => transcriptsToMake(db),
    /** Those with one that was certified, and is not filed as such yet. */
    toPrint: () => transcriptsToPrint(db),

    async correct(
      request: Request,
      of: OfTranscript,
      lineId: string,
      { text, speaker, was, wasSpeaker }: CorrectLine,
    ): Promise<TranscriptLine> {
      const underLock = async (tx: Queryable) => {
        const line = await lineIn(tx, of, lineId)
        const isChanged = was !== undefined && was !== line.text
        if (isChanged || (wasSpeaker !== undefined && wasSpeaker !== line.speaker))
          throw new Refusal('conflict', 'The line was changed meanwhile: look at it again.')
        const plain = text === undefined ? undefined : oneLine(text)
        const change = {
          ...(plain === undefined || plain === line.text ? {} : { text: plain, was: line.text }),
          ...(speaker === undefined || speaker === line.speaker ? {} : { speaker: speaker.trim() }),
        }
        return { type: 'correctLine' as const, ...of, lineId, ...change }
      }
      await execute(decider, request, { caseId: of.caseId, underLock }, () => null)
      return lineIn(db, of, lineId)
    },

    async nameSpeaker(
      request: Request,
      of: OfTranscript,
      recordingId: string,
      speaker: string,
    ): Promise<Transcript> {
      const command = { type: 'nameSpeaker' as const, ...of, recordingId, speaker: speaker.trim() }
      await execute(decider, request, command, () => null)
      return detail(of)
    },

    /** What is certified is kept as it is now, whatever becomes of the draft. */
    async certify(request: Request, of: OfTranscript, linesSha256: string): Promise<Transcript> {
      const { caseId } = of
      let lines: TranscriptLine[] = []
      const underLock = async (tx: Queryable) => {
        const facts = await factsOf(tx, of)
        lines = facts.summary.status === 'draft' ? await linesOf(tx, of, facts) : []
        if (facts.summary.status === 'draft' && hashOf(lines) !== linesSha256)
          throw new Refusal(
            'conflict',
            'The transcript was changed meanwhile: read it again, then certify it.',
          )
        return { type: 'certifyTranscript' as const, ...of, linesSha256 }
      }
      const also = async (tx: Queryable, isNews: boolean) => {
        if (isNews) await keepText(tx, caseId, lines)
      }
      await execute(decider, { ...request, also }, { caseId, underLock }, () => null)
      return detail(of)
    },
  }

  async function lineIn(tx: Queryable, of: OfTranscript, lineId: string): Promise<TranscriptLine> {
    const lines = await linesOf(tx, of, await factsOf(tx, of))
    const line = lines.find(({ id }) => id === lineId)
    if (!line) throw new Refusal('notFound', 'There is no such line in this transcript.')
    return line
  }
}

async function withProgress(
  db: Queryable,
  caseId: string,
  { summary }: TranscriptFacts,
): Promise<TranscriptSummary> {
  const { status, recordings, sessionId } = summary
  if (status !== 'awaited') return summary
  const [heard, note] = await Promise.all([
    heardMs(
      db,
      caseId,
      recordings.map(({ documentId }) => documentId),
    ),
    progressNote(db, { caseId, sessionId }),
  ])
  const lengths = recordings.map(({ durationMs }) => durationMs)
  const ofMs = lengths.includes(undefined) ? undefined : lengths.reduce<number>((sum, ms = 0) => sum + ms, 0)
  const progress = {
    heardMs: heard,
    ...(ofMs === undefined ? {} : { ofMs }),
    ...(note === undefined ? {} : { note }),
  }
  return { ...summary, progress }
}

export async function factsOf(db: Queryable, of: OfTranscript): Promise<TranscriptFacts> {
  const { caseId, sessionId, transcriptId } = of
  const found = (await transcriptsOf(db, caseId, sessionId)).find(
    ({ summary }) => summary.id === transcriptId,
  )
  if (!found) throw new Refusal('notFound', 'There is no such transcript of this session.')
  return found
}

/** As people have left them; what was certified is as it was then. */
export async function linesOf(
  db: Queryable,
  { caseId, transcriptId }: OfTranscript,
  { summary, linesSha256 }: TranscriptFacts,
): Promise<TranscriptLine[]> {
  if (linesSha256 === undefined) return []
  const kept = ((await readText(db, caseId, linesSha256)) ?? []) as TranscriptLine[]
  return summary.status === 'certified'
    ? kept
    : correctedLines(kept, await changesOf(db, caseId, transcriptId))
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim().toWellFormed()

/** As `keepText` names what it keeps. */
export const hashOf = (lines: readonly TranscriptLine[]) => hash('sha256', canonicalJson(lines))
