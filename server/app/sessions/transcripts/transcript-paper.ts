import type { Profile } from '@portico/contract/profile'
import type { TranscriptLine } from '@portico/contract/transcripts'
import type { TranscriptPaper } from '../../../core/session/transcript.ts'
import { dayIn } from '../../../core/time/local-time.ts'
import type { Blobs } from '../../../files/blobs.ts'
import type { Typesetting } from '../../../files/decision/typesetting.ts'
import { countPages } from '../../../files/letter/count-pages.ts'
import { printTranscript } from '../../../files/transcript/print-transcript.ts'
import { listParties } from '../../../projections/parties.ts'
import { listSessions } from '../../../projections/sessions.ts'
import type { TranscriptFacts } from '../../../projections/transcripts.ts'
import type { Queryable } from '../../../store/db.ts'
import { caseFields } from '../../case-fields.ts'
import { longDate } from '../../long-date.ts'

/** The transcript as a PDF, stored under its hash. */
export async function transcriptPaper(
  db: Queryable,
  { caseId, sessionId }: { caseId: string; sessionId: string },
  { facts, lines }: { facts: TranscriptFacts; lines: readonly TranscriptLine[] },
  around: {
    profile: Profile
    today: string
    notice?: string | undefined
    typesetting: Pick<Typesetting, 'typesetTranscript'>
    blobs: Blobs
    signal?: AbortSignal | undefined
  },
): Promise<TranscriptPaper> {
  const { profile, today, notice, typesetting, blobs, signal } = around
  const { model = '', recordings, certified } = facts.summary
  const [parties, sessions] = await Promise.all([listParties(db, caseId, today), listSessions(db, caseId)])
  const fields = await caseFields(db, caseId, { parties, profile, today })
  const slot = sessions.find(({ id }) => id === sessionId)?.slot
  const day = slot && dayIn(new Date(slot.startsAt), slot.timeZone)
  const printed = printTranscript({
    docketNumber: fields?.values['case.docketNumber'] ?? '',
    claimant: fields?.values['claimant.name'] ?? '',
    held: longDate(day),
    date: today,
    board: profile.letterhead.name,
    model,
    recordings,
    lines,
    certified: certified && { name: certified.by.name, at: certified.at },
    notice,
  })
  const paper = await typesetting.typesetTranscript(printed, { signal })
  const pageCount = await countPages(paper)
  const { sha256, bytes } = await blobs.put(chunksOf(paper))
  return { name: printed.heading, sha256, bytes, pageCount, date: day ?? today }
}

async function* chunksOf(bytes: Buffer) {
  yield bytes
}
