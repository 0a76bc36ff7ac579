import { randomBytes } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import type { Profile } from '@portico/contract/profile'
import { caseFile, type DocumentBytes } from '../../../core/file/case-file.ts'
import { labelsFrom } from '../../../core/file/document-labels.ts'
import { Refusal } from '../../../core/kernel/decider.ts'
import { newId } from '../../../core/kernel/ids.ts'
import { withoutUndefined } from '../../../core/kernel/without-undefined.ts'
import { dayIn } from '../../../core/time/local-time.ts'
import type { Blobs } from '../../../files/blobs.ts'
import { decodeText } from '../../../files/intake/decode-text.ts'
import { documentName } from '../../../files/intake/document-name.ts'
import type { PdfWorkers } from '../../../files/pdf/pdf-workers.ts'
import { findCase } from '../../../projections/cases.ts'
import { listSessions } from '../../../projections/sessions.ts'
import { isFiledArtifact } from '../../../store/artifact-pulls.ts'
import type { Database } from '../../../store/db.ts'
import type { Execute, Request } from '../../engine/execute.ts'
import { keepForReading, type ReceivedFile } from '../../intake/received-file.ts'
import { type ArtifactFacts, readableCues, recordingSheet } from './sheet.ts'

export type ArtifactOf = { caseId: string; sessionId: string; handle: string; artifactId: string }
export type FileArtifact = ReturnType<typeof createFileArtifact>

/** A transcript is read as a whole; nobody speaks more in a day. */
const mostTranscriptBytes = 32 * 1024 ** 2

/** What came of a session becomes a document of its case, once: under what the service calls it. */
export function createFileArtifact(parts: {
  db: Database
  blobs: Blobs
  pdf: PdfWorkers
  scratchPath: () => string
  profile: () => Profile
  execute: Execute
}) {
  const { db, blobs, pdf, scratchPath, profile, execute } = parts

  /** The PDF that is read in the place of the original, made from text. */
  async function withSheet(file: ReceivedFile, mediaType: string, text: string): Promise<DocumentBytes> {
    const [path, output] = [scratchPath(), scratchPath()]
    try {
      await writeFile(path, text)
      const pageCount = await pdf.conversions.convert(path, 'text/plain', output)
      const original = { ...(await blobs.putFile(file.path)), mediaType }
      const stored = await blobs.putFile(output)
      const content = { ...stored, mediaType: 'application/pdf', firstPage: 1, pageCount }
      return { content, original }
    } finally {
      await Promise.all([rm(path, { force: true }), rm(output, { force: true })])
    }
  }

  async function bytesOf(
    file: ReceivedFile,
    about: ArtifactFacts,
    sheet: () => string,
  ): Promise<DocumentBytes> {
    if (file.bytes === 0) throw new Refusal('invalid', 'The file is empty.')
    if (about.kind === 'recording') {
      const identified = await pdf.conversions.identify(file.path)
      const found = identified.type === 'other' ? identified.mediaType : identified.mediaType
      return withSheet(file, soundType(found, about.mediaType), sheet())
    }
    if (file.bytes <= mostTranscriptBytes && isCueType(about.mediaType)) {
      const text = decodeText(await readFile(file.path))
      const cues = text === undefined ? undefined : readableCues(text)
      if (cues !== undefined) return withSheet(file, 'text/vtt', cues)
    }
    return (await keepForReading(file, parts)).bytes
  }

  return async (
    request: Request,
    of: ArtifactOf,
    about: ArtifactFacts,
    file: ReceivedFile,
  ): Promise<void> => {
    const { caseId, sessionId, handle, artifactId } = of
    if (await isFiledArtifact(db, of)) return
    const [facts, sessions] = await Promise.all([findCase(db, caseId), listSessions(db, caseId)])
    const session = sessions.find(({ id }) => id === sessionId)
    if (!facts || !session) throw new Refusal('notFound', 'There is no such session.')
    const { slot } = session
    const { docketNumber } = facts
    const { sha256, bytes: size } = file
    const around = { docketNumber, sessionId, slot, sha256, bytes: size }
    const bytes = await bytesOf(file, about, () => recordingSheet(about, around))
    const words = profile()
    const began = new Date(about.startedAt ?? slot?.startsAt ?? request.at)
    const receiptDate = dayIn(began, slot?.timeZone ?? 'UTC')
    const { kind, speaker, startedAt, durationMs, gaps } = about
    const documentType = words.sessions.documentTypes?.[kind]
    const document = {
      documentId: newId('doc', request.at, randomBytes(10)),
      name: nameOf(about, receiptDate),
      description: '',
      ...labelsFrom(withoutUndefined({ documentType }), words, [words.unsortedCategory]),
      receiptDate,
      ...bytes,
      madeAs: kind,
    }
    const { original = bytes.content } = bytes
    const artifact = {
      ...{ sessionId, handle, artifactId, kind, mediaType: original.mediaType },
      ...withoutUndefined({ speaker, startedAt, durationMs, gaps }),
    }
    const command = { type: 'fileArtifact' as const, caseId, document, artifact }
    const refuse = async (tx: Parameters<NonNullable<Request['refuse']>>[0]) => {
      if (await isFiledArtifact(tx, of)) throw new AlreadyFiled()
    }
    await execute(caseFile, { ...request, refuse }, command, () => null).catch((error) => {
      if (!(error instanceof AlreadyFiled)) throw error
    })
  }
}

class AlreadyFiled extends Error {}

const isCueType = (mediaType: string) => /^text\/vtt\b/i.test(mediaType)

/** By its bytes; a container that may have pictures has none where the service says that it is sound. */
function soundType(found: string | undefined, said: string): string {
  const [type = ''] = (found ?? '').split(';')
  if (!/^(audio|video)\//.test(type) && type !== 'application/ogg')
    throw new Refusal('invalid', 'The recording must be sound or video, and this file is neither.')
  const [claimed = ''] = said.toLowerCase().split(';')
  const isSound = /^audio\/[a-z0-9.+-]{1,60}$/.test(claimed)
  return type.startsWith('audio/') || !isSound ? type : claimed
}

function nameOf({ kind, speaker, name }: ArtifactFacts, date: string): string {
  const what = kind === 'recording' ? 'Recording' : 'Transcript'
  const whose = speaker ? ` of ${speaker.name}` : ''
  return documentName(`${what}${whose}, session of ${date}`) ?? documentName(name) ?? what
}
