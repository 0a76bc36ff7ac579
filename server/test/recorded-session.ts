import { randomBytes } from 'node:crypto'
import type { TranscriptSummary } from '@portico/contract/transcripts'
import { caseFile } from '../core/file/case-file.ts'
import { newId } from '../core/kernel/ids.ts'
import { session } from '../core/session/session.ts'
import { msLater } from '../core/time/moments.ts'
import { newDocument, requestBy } from './case-desk.ts'
import { drawnPdf, putBytes } from './test-pdf.ts'
import { until } from './until.ts'
import type { World } from './world.ts'

export type Recorded = { sound: Buffer; speaker?: string; mediaType?: string; startedAfterMs?: number }

type Serving = { service: Pick<World['service'], 'portico' | 'blobs'> }

const heldAt = '2026-03-02T14:00:00.000Z'

/** A session that was held, without recordings yet. */
export async function heldSession({ service: { portico } }: Serving, caseId: string): Promise<string> {
  const sessionId = newId('session', new Date(heldAt), randomBytes(10))
  const slot = { startsAt: heldAt, minutes: 60, timeZone: 'America/New_York' }
  const alias = { source: 'test', externalId: sessionId }
  const held = { kind: 'video' as const, status: 'held' as const, slot, alias }
  await portico.execute(
    session,
    requestBy(),
    { type: 'bringSession', caseId, sessionId, ...held },
    () => null,
  )
  return sessionId
}

/** A recording as conferencing files it: a sheet of paper, whose original is the sound. */
export async function fileRecording(
  { service: { portico, blobs } }: Serving,
  { caseId, sessionId }: { caseId: string; sessionId: string },
  { sound, speaker, mediaType = 'audio/wav', startedAfterMs = 0 }: Recorded,
): Promise<string> {
  const sheet = await drawnPdf((page) => page.text(`Recording ${randomBytes(8).toString('hex')}`))
  const document = newDocument(1, 'Recording')
  const content = { ...document.content, sha256: await putBytes(blobs, sheet), bytes: sheet.length }
  const original = { sha256: await putBytes(blobs, sound), bytes: sound.length, mediaType }
  const artifact = {
    sessionId,
    artifactId: document.documentId,
    kind: 'recording' as const,
    mediaType,
    startedAt: msLater(heldAt, startedAfterMs).toISOString(),
    ...(speaker === undefined ? {} : { speaker: { name: speaker } }),
  }
  const filed = { ...document, content, original, madeAs: 'recording' as const }
  const command = { type: 'fileArtifact' as const, caseId, document: filed, artifact }
  await portico.execute(caseFile, requestBy(undefined, new Date()), command, () => null)
  return document.documentId
}

/** The newest transcript of a session, once it is as wanted. */
export function transcriptThat(
  world: World,
  { caseId, sessionId }: { caseId: string; sessionId: string },
  isWanted: (transcript: TranscriptSummary) => boolean,
): Promise<TranscriptSummary> {
  return until(async () => {
    const { json } = await world.admin('GET', `/cases/${caseId}/sessions/${sessionId}/transcripts`)
    const [newest] = (json as { transcripts: TranscriptSummary[] }).transcripts
    return newest && isWanted(newest) ? newest : undefined
  }, 100)
}
